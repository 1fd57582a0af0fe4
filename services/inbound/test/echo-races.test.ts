import { expect, test } from 'vitest';
import { echoItem, mid, openPeople, watermarkItem } from './open-people.ts';

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
