import type { Sql } from '@parley/database/sql';
import type { InboxService } from '../service.ts';

const BATCH = 20;
/** Longer than the deadline of a send: no other worker takes a row while it is being sent for. */
const CLAIM_MS = 60_000;

type Claim<Row> = (sql: Sql, given: { now: Date; until: Date; limit: number }) => Promise<Row[]>;

/**
 * Claims a batch of rows and decides on each. True: more may be due. A row whose decision fails is taken again when its
 * claim has passed; its Idempotency-Key makes a repeated send the same message.
 */
export async function decideClaimed<Row>(
  { database, now }: InboxService,
  claim: Claim<Row>,
  decide: (row: Row) => Promise<void>,
): Promise<boolean> {
  const at = now();
  const claimed = await claim(database, { now: at, until: new Date(at.getTime() + CLAIM_MS), limit: BATCH });
  const decisions = await Promise.allSettled(claimed.map(decide));
  const failed = decisions.find((decision) => decision.status === 'rejected');
  if (failed) throw failed.reason;
  return claimed.length === BATCH;
}
