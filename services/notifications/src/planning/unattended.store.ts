import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { DEFAULT_SETTINGS } from '../settings/notification-settings.rules.ts';

/** A tenant with recipients, and up to when it was checked. */
export interface WatchedTenant {
  tenantId: number;
  minutes: number;
  /** Messages up to this moment were checked; null: none. */
  until: Date | null;
}

/** A conversation whose customer waits. */
export interface WaitingConversation {
  conversationId: number;
  channel: string;
  /** The first unanswered message. */
  messageId: string;
  since: Date;
}

const findWatched = defineStatement({
  name: 'notifications.find-watched-tenants',
  text: `SELECT t.id AS tenant_id, s.unattended_minutes AS minutes, s.unattended_until AS until
           FROM tenants t LEFT JOIN notification_settings s ON s.tenant_id = t.id
          WHERE EXISTS (SELECT 1 FROM recipients r WHERE r.tenant_id = t.id)`,
  row: { tenantId: 'int4', minutes: 'int4?', until: 'timestamptz?' },
});

/** Tenants that have recipients. */
export const findWatchedTenants = async (sql: Sql): Promise<WatchedTenant[]> =>
  (await findWatched.all(sql, {})).map(({ minutes, ...tenant }) => ({
    ...tenant,
    minutes: minutes ?? DEFAULT_SETTINGS.unattendedMinutes,
  }));

/**
 * A failed send is no answer, nor is a scheduled one or a message that a rule of the workspace sent; messages before the last resolve or archive do not wait. A mark as read does not end a
 * wait, because nobody has answered yet; a bot that is about to answer does.
 */
const findUnanswered = defineStatement({
  name: 'notifications.find-unattended',
  text: `SELECT c.id AS conversation_id, c.channel, first.id AS message_id, first.created_at AS since
           FROM (SELECT DISTINCT m.conversation_id FROM messages m
                  WHERE m.tenant_id = $1 AND m.created_at > $2 AND m.created_at <= $3 AND m.direction = 'in' LIMIT $4::int4) w
           JOIN conversations c ON c.id = w.conversation_id
           LEFT JOIN LATERAL (SELECT o.id FROM messages o WHERE o.conversation_id = c.id AND o.direction = 'out' AND o.status NOT IN ('failed', 'scheduled')
                                AND NOT (o.origin = 'bot' AND o.extra -> 'bot' IS NULL)
                               ORDER BY o.id DESC LIMIT 1) answer ON true
           JOIN LATERAL (SELECT i.id, i.created_at FROM messages i
                          WHERE i.conversation_id = c.id AND i.direction = 'in' AND i.id > greatest(answer.id, c.closed_message_id)
                          ORDER BY i.id LIMIT 1) first ON true
          WHERE c.status = 'open' AND NOT EXISTS (SELECT 1 FROM bot_turns t WHERE t.conversation_id = c.id AND t.state = 'open')`,
  params: { tenantId: 'int4', from: 'timestamptz', to: 'timestamptz', count: 'int4' },
  row: { conversationId: 'int4', channel: 'text', messageId: 'int8!', since: 'timestamptz!' },
});

/** Conversations with an unanswered message of the customer in this span. */
export const findUnattended = (
  sql: Sql,
  given: { tenantId: number; from: Date; to: Date; count: number },
): Promise<WaitingConversation[]> => findUnanswered.all(sql, given);

const moveOn = defineStatement({
  name: 'notifications.move-unattended',
  text: `INSERT INTO notification_settings (tenant_id, unattended_until) VALUES ($1, $2)
         ON CONFLICT (tenant_id) DO UPDATE
            SET unattended_until = greatest(notification_settings.unattended_until, excluded.unattended_until)`,
  params: { tenantId: 'int4', until: 'timestamptz' },
});

/** Stores up to which moment messages were checked. */
export async function saveLookedUntil(sql: Sql, tenantId: number, until: Date): Promise<void> {
  await moveOn.run(sql, { tenantId, until });
}
