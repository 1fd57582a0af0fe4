import { pollUntil } from '@parley/testing/poll-until';
import { perTier } from '@parley/testing/tier';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BusyProvider, startBusyProvider } from '../../test/busy-provider.ts';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { inHours } from '../../test/scheduled.ts';
import type { TestTenant } from '../../test/test-tenant.ts';
import { sendDue } from './send-due.ts';
import { ACCOUNT_SLOTS } from './share-slots.rules.ts';

const MESSAGES = perTier({ short: 1000, soak: 100_000 });
const TENANTS = 20;
/** The service's own worker, and two whose duties run here. */
const WORKERS = 3;
const AT_ONCE = 200;
/** Messages of one tenant come in a row, as a campaign's do. */
const EACH = Math.ceil(MESSAGES / TENANTS);
const TEMPLATE = { name: 'order_update', language: 'en', variables: ['Ann', '7'] };

let provider: BusyProvider;
let system: OpenSend;
let tenants: TestTenant[];
beforeAll(async () => {
  provider = await startBusyProvider();
  system = await openSend({
    PARLEY_PLAN_LIMITS: `scheduled=${EACH}`,
    PARLEY_GRAPH_URL: provider.url,
    PARLEY_TELEGRAM_URL: provider.url,
  });
  tenants = await Promise.all(Array.from({ length: TENANTS }, () => system.addTenant({ balance: 2 * EACH })));
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await provider.close();
});

const isOpen = `SELECT 1 FROM messages WHERE status IN ('scheduled', 'sending') LIMIT 1`;

test(`${MESSAGES} messages for one minute are sent once each, never more of an account at a time than its slots`, {
  timeout: 1_200_000,
}, async () => {
  const minute = inHours(1);
  const sends = tenants.flatMap((tenant, index) =>
    Array.from({ length: EACH }, (_, nth) => {
      const sendAt = new Date(minute.getTime() + (nth % 60) * 1000).toISOString();
      const to = `49${170 + index}${String(nth).padStart(7, '0')}`;
      const input =
        nth % 3 === 0
          ? ({ channel: 'tg', to, message: 'The shop opens at nine.', sendAt } as const)
          : ({ channel: 'wa', to: `+${to}`, template: TEMPLATE, sendAt } as const);
      return { tenant, to, input };
    }),
  );
  for (let from = 0; from < sends.length; from += AT_ONCE)
    await Promise.all(sends.slice(from, from + AT_ONCE).map(({ tenant, input }) => tenant.send(input)));

  // The minute is over on every clock: all of them are due.
  const at = inHours(2);
  let isOver = false;
  const loops = Array.from({ length: WORKERS - 1 }, async () => {
    const other = system.otherWorker(at);
    while (!isOver) {
      await sendDue(other);
      await other.runningSends.idle();
    }
  });
  system.setNow(at);
  await pollUntil(async () => ((await system.rows(isOpen)).length === 0 ? true : null), {
    what: () => `${provider.accepted()} of ${sends.length} messages to leave`,
    everyMs: 1000,
    progress: provider.accepted,
  });
  isOver = true;
  await Promise.all(loops);

  expect(provider.accepted()).toBe(sends.length);
  expect(provider.repeated()).toEqual([]);
  const most = provider.mostAtOnce();
  expect(most.size).toBe(2 * TENANTS);
  for (const [account, { channel, count }] of most)
    expect.soft(count, account).toBeLessThanOrEqual(WORKERS * ACCOUNT_SLOTS[channel]);
  const outcomes = `SELECT type, count(*)::int4 AS events, count(DISTINCT data::jsonb ->> 'message_id')::int4 AS messages
                      FROM events GROUP BY type`;
  expect(await system.rows(outcomes)).toEqual([{ type: 'message.sent', events: sends.length, messages: sends.length }]);
  expect(await system.rows('SELECT * FROM scheduled_sends LIMIT 1')).toEqual([]);
  for (const tenant of tenants) expect(await tenant.balance()).toEqual({ balance: EACH, ledger: EACH });
});
