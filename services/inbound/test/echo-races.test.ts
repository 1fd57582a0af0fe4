import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { weighEchoes } from '../src/storage/echo-store.ts';
import { echoItem, mid, openPeople, PEER, secondsAfter, watermarkItem } from './open-people.ts';

test('sends settled while their echoes and receipts come in at two replicas are told once each, and nothing is made twice', async () => {
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
  const told = await people.told();
  expect(told).toHaveLength(new Set(told).size);
  expect(told.filter((line) => line.endsWith(' read'))).toHaveLength(sends.length);
  expect(told.filter((line) => line.includes('dashboard'))).toEqual([]);
});

test('ig: a message that is seen while its echo is being stored is read, and so are those before it', async () => {
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
  const [account] = await inbound.rows<{ id: number }>("SELECT id FROM channel_accounts WHERE channel = 'ig'");
  let reading: Promise<void> = Promise.resolve();
  await inbound.database.db.transaction(async (sql) => {
    const weighed = await weighEchoes(sql, [
      {
        ord: 0,
        tenant_id: inbound.tenantId,
        channel: 'ig',
        channel_account_id: account?.id ?? 0,
        provider_message_id: seen,
        addresses: [PEER],
        callback_id: null,
        may_be_ours: true,
        text: 'Hi there',
        has_files: false,
        happened_at: secondsAfter(reservedAt, 2).toISOString(),
        now: new Date().toISOString(),
      },
    ]);
    expect(weighed).toMatchObject([{ outcome: 'ours', message_id: b }]);
    reading = people.storeElsewhere(watermarkItem('ig', { untilProviderId: seen }));
    const waits = async () =>
      (
        await inbound.rows(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).length > 0 || null;
    await pollUntil(waits, { deadlineMs: 5000, what: () => 'the receipt to wait for the echo' });
  });
  await reading;
  expect(await people.told()).toEqual([`${a} read`, `${b} read`]);
});
