import { APP_UNUSED_MS, COMING_PROBLEMS, TOKEN_ENDS_SOON_MS } from '@parley/common/contracts/console/channel-health';
import { ATTENTION_KINDS } from '@parley/common/contracts/console/workspace';
import { LOST_REASONS } from '@parley/common/events';
import type { Sql } from '@parley/database/sql';
import { computed, oneOf } from '@parley/database/statements/column';
import { defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import {
  type AttentionItem,
  type ComingItem,
  itemOf,
  LASTING_MS,
  LOST_LISTED_MS,
  MAX_EACH,
} from './attention.rules.ts';

const Kind = oneOf(...ATTENTION_KINDS);
/** One more than is shown. */
const LIMIT = MAX_EACH + 1;

const before = (at: Date, ms: number): Date => new Date(at.getTime() - ms);

/** A lost account that was connected again in another row (a linked phone) is left out. */
const channels = defineStatement({
  name: 'accounts.find-channels-in-need',
  text: `SELECT a.name, f.kind
           FROM channel_accounts a
           LEFT JOIN LATERAL (SELECT d.status, d.since FROM devices d
                               WHERE a.channel = 'wd' AND d.tenant_id = $1 AND d.channel_account_id = a.id
                               ORDER BY d.id DESC LIMIT 1) d ON true
           CROSS JOIN LATERAL (SELECT CASE
             WHEN a.status = 'disconnected' THEN 'channel_disconnected'
             WHEN d.status <> 'connected' AND d.since < $5 THEN 'device_offline'
             WHEN EXISTS (SELECT 1 FROM jsonb_array_elements(a.restrictions) r
                           WHERE r ->> 'until' IS NULL OR (r ->> 'until')::timestamptz > $2) THEN 'account_restricted'
             WHEN a.quality_rating = 'RED' THEN 'quality_low' END AS kind) f
          WHERE a.tenant_id = $1 AND f.kind IS NOT NULL
            AND (a.status = 'connected' OR a.status = 'disconnected' AND a.disconnect_reason = ANY ($3) AND a.disconnected_at > $4
                 AND NOT EXISTS (SELECT 1 FROM channel_accounts c WHERE c.channel = a.channel AND c.external_id = a.external_id
                                    AND c.tenant_id = $1 AND c.status = 'connected'))
          ORDER BY a.id LIMIT ${LIMIT}`,
  params: {
    tenantId: 'int4',
    now: 'timestamptz',
    lostReasons: 'text[]',
    lostAfter: 'timestamptz',
    offlineBefore: 'timestamptz',
  },
  row: { name: 'text', kind: computed(Kind) },
});

/** A number that its app uses too counts from its connection, or from the app's last sign. */
const coming = defineStatement({
  name: 'accounts.find-channels-that-end',
  text: `SELECT name, CASE WHEN payment_missing_since IS NOT NULL THEN 'payment_missing'
                             WHEN token_expires_at <= $2 THEN 'token_expires' ELSE 'app_unused' END AS kind
           FROM channel_accounts
          WHERE tenant_id = $1 AND status = 'connected' AND (payment_missing_since IS NOT NULL OR token_expires_at <= $2
                OR is_on_biz_app AND greatest(connected_at, app_seen_at) < $3)
          ORDER BY id LIMIT ${LIMIT}`,
  params: { tenantId: 'int4', expiresBefore: 'timestamptz', unusedSince: 'timestamptz' },
  row: { name: 'text', kind: computed(oneOf(...COMING_PROBLEMS)) },
});

const webhooks = defineStatement({
  name: 'accounts.find-webhooks-in-need',
  text: `SELECT k.instance_id, k.label AS name,
                CASE WHEN l.paused_at IS NULL THEN 'webhook_failing' ELSE 'webhook_paused' END AS kind
           FROM webhook_targets k JOIN lanes l ON l.instance_id = k.instance_id
          WHERE k.scope = $1 AND k.enabled AND k.revoked_at IS NULL AND k.webhook_url IS NOT NULL
            AND (l.paused_at IS NOT NULL OR l.consecutive_failures > 0 AND l.failing_since < $2)
          ORDER BY k.instance_id LIMIT ${LIMIT}`,
  params: { tenantId: 'int4', failingBefore: 'timestamptz' },
  row: { instanceId: 'text!', name: 'text?', kind: computed(Kind) },
});

/** Channels that were lost, are offline or limited by their platform, or whose quality is low. */
export async function findChannelsInNeed(sql: Sql, tenantId: number, now: Date): Promise<AttentionItem[]> {
  const found = await channels.all(sql, {
    tenantId,
    now,
    lostReasons: [...LOST_REASONS],
    lostAfter: before(now, LOST_LISTED_MS),
    offlineBefore: before(now, LASTING_MS),
  });
  return found.map(({ kind, name }) => itemOf(kind, name));
}

/** Channels whose sends or connection end soon, unless a person acts. */
export const findChannelsThatEnd = (sql: Sql, tenantId: number, now: Date): Promise<ComingItem[]> =>
  coming.all(sql, {
    tenantId,
    expiresBefore: new Date(now.getTime() + TOKEN_ENDS_SOON_MS),
    unusedSince: before(now, APP_UNUSED_MS),
  });

/** Webhooks of keys, and the workspace's platform webhook, that are paused or have failed for a while. */
export const findWebhooksInNeed = (sql: Sql, tenantId: number, now: Date): Promise<AttentionItem[]> =>
  webhooks.all(sql, { tenantId, failingBefore: before(now, LASTING_MS) });

/** Keys of AI providers that were refused, and bots that stopped by themselves. */
export async function findBotsInNeed({ aiKey, bot }: Prisma.TransactionClient, tenantId: number) {
  const [keys, bots] = await Promise.all([
    aiKey.findMany({
      where: { tenantId, status: { in: ['refused', 'out_of_money'] } },
      select: { provider: true, status: true },
      orderBy: { provider: 'asc' },
      take: LIMIT,
    }),
    bot.findMany({
      where: { tenantId, deletedAt: null, enabled: true, status: 'stopped' },
      select: { name: true },
      orderBy: { id: 'asc' },
      take: LIMIT,
    }),
  ]);
  return [
    keys.map(({ provider, status }) =>
      itemOf(status === 'refused' ? 'ai_key_refused' : 'ai_key_out_of_money', provider),
    ),
    bots.map(({ name }) => itemOf('bot_stopped', name)),
  ];
}

/** Whether the credit is below its threshold, or used up. */
export async function isCreditLow({ tenant }: Prisma.TransactionClient, tenantId: number): Promise<boolean> {
  const { balance, lowCreditAt } = await tenant.findUniqueOrThrow({
    where: { id: tenantId },
    select: { balance: true, lowCreditAt: true },
  });
  return lowCreditAt !== null || balance.isZero();
}
