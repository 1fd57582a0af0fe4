import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import type { OpenInbound } from '../../test/open-inbound.ts';
import { echoItem, mid, openPeople, secondsAfter, watermarkItem } from '../../test/open-people.ts';
import { namedAccounts } from '../batch/account.rules.ts';
import { findConnectedAccounts } from '../batch/account.store.ts';
import { echoes } from './echo.steps.ts';

/** Waits until a transaction waits for a lock. */
const untilSomebodyWaits = (inbound: OpenInbound, what: string): Promise<true> =>
  pollUntil(
    async () => {
      const waiting = await inbound.rows(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0 ? true : null;
    },
    { what: () => what },
  );

test('sends that settle while their echoes and receipts arrive at two replicas are reported once each, with no second message', async () => {
  const people = await openPeople();
  const sends = await Promise.all(
    Array.from({ length: 40 }, async (_, nth) => {
      const channel = nth % 2 ? ('fb' as const) : ('ig' as const);
      const peer = `person ${nth % 5}`;
      const text = `text ${nth}`;
      return { channel, peer, text, mid: mid(), id: await people.addSend({ channel, peer, text }) };
    }),
  );
  await Promise.all(
    sends.flatMap(({ channel, peer, text, mid: providerMessageId, id }, nth) => {
      const callbackData = channel === 'fb' ? id : null;
      const echo = echoItem(channel, { providerMessageId, text, callbackData, to: { address: peer, aliases: [] } });
      const until = new Date(Date.now() + 1000);
      const seen = watermarkItem(channel, {
        peer,
        ...(channel === 'fb' ? { until } : { untilProviderId: providerMessageId }),
      });
      const settle = () => people.settle(id, providerMessageId);
      const echoed = () => (nth % 3 ? people.store(echo) : people.storeElsewhere(echo));
      return [
        ...(nth % 4 < 2 ? [settle(), echoed()] : [echoed(), settle()]),
        people.storeElsewhere(seen),
        people.sweep(),
      ];
    }),
  );
  for (let pass = 0; pass < 3; pass++) await Promise.all([people.sweep(), people.sweep()]);
  expect(await people.pending()).toBe(0);
  expect((await people.sends()).map(({ origin, status }) => `${origin} ${status}`)).toEqual(
    sends.map(() => 'api read'),
  );
  const reported = await people.reported();
  expect(reported).toHaveLength(new Set(reported).size);
  expect(reported.filter((line) => line.endsWith(' read'))).toHaveLength(sends.length);
  expect(reported.filter((line) => line.includes('dashboard'))).toEqual([]);
});

test('ig: a message that is seen while its echo is being stored becomes read, and so do those before it', async () => {
  const people = await openPeople();
  const { inbound } = people;
  const reservedAt = new Date(Date.now() - 60_000);
  const send = (providerMessageId: string, seconds: number) =>
    people.addSend({
      channel: 'ig',
      status: 'sent',
      providerMessageId,
      happenedAt: secondsAfter(reservedAt, seconds),
    });
  const [first, seen] = [mid(), mid()];
  const [a, b] = [await send(first, 0), await send(seen, 0)];
  await people.store(echoItem('ig', { providerMessageId: first, at: secondsAfter(reservedAt, 1) }));
  const item = echoItem('ig', { providerMessageId: seen, at: secondsAfter(reservedAt, 2) });
  const [account] = (await findConnectedAccounts(inbound.database.db, namedAccounts([item]))).values();
  if (item.kind !== 'echo' || !account) throw new Error('No echo of an account.');
  let reading: Promise<void> = Promise.resolve();
  await inbound.database.db.transaction(async (sql) => {
    const transaction = {
      sql,
      now: () => new Date(),
      mediaAddressOf: (id: string) => id,
      ownApps: { fb: new Set<string>(), ig: new Set<string>() },
      mayWait: () => false,
      takesWaiting: true,
      callOf: () => 0,
      tenants: new Map(),
      contacts: new Map(),
    };
    const records = [{ account, item }];
    const addresses = records.map((record) => echoes.address(record, transaction));
    const decided = echoes.decide(records, await echoes.load(transaction, addresses, records), transaction);
    const echoed = await echoes.write(transaction, decided);
    expect(echoed).toMatchObject({ repeated: 1, next: { touched: [{ account }] } });
    reading = people.storeElsewhere(watermarkItem('ig', { untilProviderId: seen }));
    await untilSomebodyWaits(inbound, 'the receipt to wait for the echo');
  });
  await reading;
  expect(await people.reported()).toEqual([`${a} read`, `${b} read`]);
});

test.for(['it', 'another one'] as const)(
  'an echo that meets a send which settles at this moment, as %s, is decided again',
  async (as) => {
    const people = await openPeople();
    const id = mid();
    const unknown = { channel: 'ig', status: 'unknown', settleBy: secondsAfter(new Date(), -5) } as const;
    const send = await people.addSend(unknown);
    let storing: Promise<void> = Promise.resolve();
    await people.inbound.database.db.transaction(async (sql) => {
      const text = `UPDATE messages SET status = 'sent', provider_message_id = $2 WHERE id = $1`;
      await sql.query({ text, values: [send, as === 'it' ? id : mid()] });
      storing = people.storeElsewhere(echoItem('ig', { providerMessageId: id }));
      await untilSomebodyWaits(people.inbound, 'the echo to wait for the answer');
    });
    await storing;
    const own = { id: send, origin: 'api', status: 'sent' };
    const typed = { origin: 'dashboard', status: 'sent', provider_message_id: id };
    expect(await people.sends()).toMatchObject(as === 'it' ? [{ ...own, provider_message_id: id }] : [own, typed]);
    expect(await people.reported()).toHaveLength(as === 'it' ? 0 : 1);
    expect(await people.pending()).toBe(0);
  },
);
