import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { inHours } from '../../test/scheduled.ts';
import { claimDueSends } from './claim-due-sends.steps.ts';
import { sendDue } from './send-due.ts';

let system: OpenSend;
beforeAll(async () => {
  system = await openSend();
});
afterAll(() => system[Symbol.asyncDispose]());

/** Scheduled messages of these accounts, each with this many. */
const schedule = (tenantId: number, accounts: readonly number[], count: number, dueAt: Date) =>
  system.rows(
    `WITH m AS (
       INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, extra, happened_at)
       SELECT $1, (SELECT min(c.id) FROM conversations c WHERE c.tenant_id = $1), a, 'tg', 'out', 'api', 'scheduled', '600', 'x', '{}', now()
         FROM unnest($2::int[]) AS a, generate_series(1, $3::int) RETURNING id, channel_account_id)
     INSERT INTO scheduled_sends (message_id, tenant_id, channel_account_id, due_at) SELECT id, $1, channel_account_id, $4 FROM m`,
    tenantId,
    accounts,
    count,
    dueAt,
  );

test('a message behind another tenant’s thousands, and behind the queues of thousands of accounts, is sent within one round of polls', async () => {
  const big = await system.addTenant();
  const crowd = await system.addTenant();
  const last = await system.addTenant();
  for (const tenant of [big, crowd, last]) await tenant.customerWrote('tg', '600');
  const accounts = await system.rows<{ id: number }>(
    `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, credentials)
     SELECT $1, 'tg', 'crowd-' || n, 'x', '' FROM generate_series(1, 1200) n RETURNING id`,
    crowd.id,
  );
  await schedule(big.id, [big.tg], 3000, inHours(1));
  // Not due, but to be passed by a look.
  await schedule(
    crowd.id,
    accounts.map(({ id }) => id),
    1,
    inHours(99),
  );
  // Due after the 3000 that are older.
  await schedule(last.id, [last.tg], 1, inHours(1.5));

  const worker = system.otherWorker(inHours(2));
  const left = async () =>
    (await system.rows(`SELECT 1 FROM messages WHERE tenant_id = $1 AND status <> 'scheduled'`, last.id)).length;
  let rounds = 0;
  for (; (await left()) === 0 && rounds < 10; rounds++) {
    await sendDue(worker);
    await worker.runningSends.idle();
  }
  // The first poll serves the big queue and continues after it: 1,201 queues, 500 in each poll.
  expect(rounds).toBeLessThanOrEqual(4);
});

test('workers claim a message once, however their polls overlap', async () => {
  const tenant = await system.addTenant();
  await tenant.customerWrote('tg', '600');
  await schedule(tenant.id, [tenant.tg], 30, inHours(1));
  const at = inHours(2);
  const share = [{ tenantId: tenant.id, accountId: tenant.tg, count: 7 }];
  const claims = await Promise.all(Array.from({ length: 6 }, () => claimDueSends(system.otherWorker(at), share, at)));
  const ids = claims.flat().map(({ messageId }) => messageId);
  expect(ids).toHaveLength(30);
  expect(new Set(ids).size).toBe(30);
});
