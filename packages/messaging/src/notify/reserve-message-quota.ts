import { createHash } from 'node:crypto';
import { AppError } from '@parley/common/errors';
import {
  countersOf,
  DEFAULT_MESSAGE_LIMITS,
  describeFull,
  LIMIT_SCOPES,
  type LimitScope,
  type MessageLimits,
  type MessagePurpose,
} from '@parley/common/messages/message-limits';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';

/** In the same order for every caller, so that concurrent callers wait for each other and never deadlock. */
const count = defineBatchStatement({
  name: 'notify.count-messages',
  text: `INSERT INTO message_counts (subject, starts_at, messages)
         SELECT c.subject, c.starts_at, 1 FROM unnest($1::bytea[], $2::timestamptz[]) AS c(subject, starts_at)
          ORDER BY c.subject, c.starts_at
         ON CONFLICT (subject, starts_at) DO UPDATE SET messages = message_counts.messages + 1
         RETURNING subject, messages`,
  items: { subject: 'bytea', startsAt: 'timestamptz' },
  row: { subject: 'bytea', messages: 'int4' },
});

const BATCH = 1000;
const drop = defineStatement({
  name: 'notify.drop-message-counts',
  text: `DELETE FROM message_counts WHERE (subject, starts_at) IN (
           SELECT subject, starts_at FROM message_counts WHERE starts_at < $1 ORDER BY starts_at LIMIT ${BATCH})`,
  params: { before: 'timestamptz' },
});

/** A message that is counted before it is sent. */
export interface CountedMessage {
  purpose: MessagePurpose;
  /** Null: a message of the deployment. */
  tenantId: number | null;
  address: string;
  /** Whether it is sent over the tenant's own account: then only its address is counted, to protect its owner. */
  isOwnAccount?: boolean;
  now: Date;
}

/** The mailbox of an address: `Ann+shop@Example.com` is `ann@example.com`. */
function mailboxOf(address: string): string {
  const [local = '', domain] = address.toLowerCase().split('@');
  return domain === undefined ? local : `${local.split('+')[0]}@${domain}`;
}

/** Hashed: an address is counted before its owner has agreed to anything. */
const subjectOf = (purpose: MessagePurpose, scope: LimitScope, period: string, value: string): Buffer =>
  createHash('sha256').update(`${purpose}\n${scope}\n${period}\n${value}`).digest();

/**
 * Counts a message in the caller's transaction, which the error rolls back, so that only accepted messages are counted
 * (docs/reference/notifications.md#limits). Errors: rate_limited.
 */
export async function takeMessageRoom(
  sql: Sql,
  { purpose, tenantId, address, isOwnAccount = false, now }: CountedMessage,
  limits: MessageLimits = DEFAULT_MESSAGE_LIMITS,
): Promise<void> {
  const values: Record<LimitScope, string> = { target: mailboxOf(address), tenant: String(tenantId), deployment: '' };
  const scopes = LIMIT_SCOPES.filter(
    (scope) => scope === 'target' || (!isOwnAccount && (scope === 'deployment' || tenantId !== null)),
  );
  const counters = countersOf(limits, purpose, scopes, now).map((counter) => ({
    ...counter,
    subject: subjectOf(purpose, counter.scope, counter.period, values[counter.scope]),
  }));
  const counted = await count.all(sql, counters, {});
  const messages = new Map(counted.map((row) => [row.subject.toString('hex'), row.messages]));
  // A full day takes longer than a full hour: the caller gets the longer wait.
  const full = counters
    .filter(({ subject, most }) => (messages.get(subject.toString('hex')) ?? 0) > most)
    .toSorted((a, b) => b.endsAt.getTime() - a.endsAt.getTime())[0];
  if (!full) return;
  throw new AppError('rate_limited', {
    message: describeFull(purpose, full),
    retry_after: Math.ceil((full.endsAt.getTime() - now.getTime()) / 1000),
  });
}

const KEPT_MS = 2 * 24 * 3_600_000;

/** Deletes a batch of expired counters; true when there may be more. */
export const dropMessageCounts = async (sql: Sql, now: Date): Promise<boolean> =>
  (await drop.run(sql, { before: new Date(now.getTime() - KEPT_MS) })) === BATCH;
