import fc from 'fast-check';
import { expect, test } from 'vitest';
import { echoItem, mid, openPeople, PEER, secondsAfter, watermarkItem } from '../../test/open-people.ts';

const start = new Date(Date.now() - 3_600_000);
const at = (seconds: number): Date => secondsAfter(start, seconds);

test('fb: a watermark advances every earlier message once, and no later one', async () => {
  const people = await openPeople();
  const send = (seconds: number) =>
    people.addSend({ channel: 'fb', status: 'sent', providerMessageId: mid(), happenedAt: at(seconds) });
  const [a, b, c] = [await send(1), await send(2), await send(3)];
  await people.store(watermarkItem('fb', { status: 'delivered', until: at(2), at: at(4) }));
  await people.store(watermarkItem('fb', { status: 'delivered', until: at(2), at: at(4) }));
  expect(await people.reported()).toEqual([`${a} delivered`, `${b} delivered`]);
  await people.store(watermarkItem('fb', { status: 'read', until: at(3), at: at(5) }));
  expect((await people.reported()).slice(2)).toEqual([`${a} read`, `${b} read`, `${c} read`]);
  const [event] = await people.inbound.events();
  expect(event?.data).toMatchObject({ channel: 'fb', to: PEER, at: at(4).toISOString(), error: null });
});

test('watermarks and sends in any order never move a message’s status back, and move all to the last status', async () => {
  const people = await openPeople();
  const rank: Record<string, number> = { delivered: 1, read: 2 };
  let persons = 0;
  const mark = fc.record({
    status: fc.constantFrom('delivered' as const, 'read' as const),
    second: fc.integer({ min: 0, max: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(mark, { maxLength: 8 }),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      async (marks, count, together) => {
        const peer = `7000000000001${persons++}`;
        const sends: string[] = [];
        for (let nth = 1; nth <= count; nth++)
          sends.push(
            await people.addSend({
              channel: 'fb',
              peer,
              status: 'sent',
              providerMessageId: mid(),
              happenedAt: at(nth),
            }),
          );
        const items = marks.map(({ status, second }) => watermarkItem('fb', { peer, status, until: at(second) }));
        if (together) await people.store(...items);
        else for (const item of items) await people.store(item);
        for (const [index, id] of sends.entries()) {
          const reported = (await people.reported())
            .filter((line) => line.startsWith(`${id} `))
            .map((line) => line.split(' ')[1] ?? '');
          const covering = marks.filter(({ second }) => second >= index + 1).map(({ status }) => rank[status] ?? 0);
          const ranks = reported.map((status) => rank[status] ?? 0);
          expect(ranks).toEqual([...new Set(ranks)].sort());
          expect(ranks.at(-1) ?? 0).toBe(Math.max(0, ...covering));
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('read without delivered reports no delivered, and delivered after read causes no event', async () => {
  const people = await openPeople();
  const id = await people.addSend({ channel: 'fb', status: 'sent', providerMessageId: mid(), happenedAt: at(1) });
  await people.store(watermarkItem('fb', { status: 'read', until: at(2) }));
  await people.store(watermarkItem('fb', { status: 'delivered', until: at(3) }));
  expect(await people.reported()).toEqual([`${id} read`]);
});

test('ig: a seen message and all before it become read', async () => {
  const people = await openPeople();
  const seen = mid();
  const send = (seconds: number, providerMessageId: string) =>
    people.addSend({ channel: 'ig', status: 'sent', providerMessageId, happenedAt: at(seconds) });
  const [a, b] = [await send(1, mid()), await send(2, seen)];
  await send(3, mid());
  await people.store(watermarkItem('ig', { untilProviderId: seen }));
  expect(await people.reported()).toEqual([`${a} read`, `${b} read`]);
});

test.for([
  ['a key that subscribes to receipts of tt', '{tt}'],
  ['no key without that subscription', '{}'],
])('tt: a read mark moves every message sent before it, and is reported to %s', async ([, receipts]) => {
  const people = await openPeople();
  await people.inbound.rows('UPDATE api_keys SET receipts = $1::text[]', receipts);
  const send = (seconds: number) =>
    people.addSend({ channel: 'tt', status: 'sent', providerMessageId: mid(), happenedAt: at(seconds) });
  const [a, b] = [await send(1), await send(2), await send(4)];
  for (const _repeat of [1, 2]) await people.store(watermarkItem('tt', { until: at(3) }));
  expect(await people.reported()).toEqual(receipts === '{}' ? [] : [`${a} read`, `${b} read`]);
  expect((await people.sends()).map(({ status }) => status)).toEqual(['read', 'read', 'sent']);
});

test('a watermark changes nothing of another person or another account', async () => {
  const people = await openPeople();
  const sent = { status: 'sent', happenedAt: at(1) } as const;
  await people.addSend({ channel: 'fb', peer: 'somebody-else', providerMessageId: mid(), ...sent });
  await people.addSend({ channel: 'ig', providerMessageId: mid(), ...sent });
  await people.store(watermarkItem('fb', { until: at(5) }));
  expect(await people.reported()).toEqual([]);
});

test('a receipt that arrives before the answers of sends is reported as soon as each is settled', async () => {
  const people = await openPeople();
  const a = await people.addSend({ channel: 'fb', happenedAt: at(1) });
  const b = await people.addSend({ channel: 'fb', happenedAt: at(2) });
  await people.store(watermarkItem('fb', { status: 'delivered', until: at(3) }), watermarkItem('fb', { until: at(3) }));
  await people.sweep();
  expect(await people.reported()).toEqual([]);
  await people.settle(a, mid());
  await people.sweep();
  await people.settle(b, mid());
  await people.sweep();
  expect(await people.reported()).toEqual([`${a} delivered`, `${a} read`, `${b} delivered`, `${b} read`]);
  expect(await people.pending()).toBe(0);
});

test.for(['settled', 'an echo'] as const)('ig: a receipt of an unknown message waits until it is %s', async (how) => {
  const people = await openPeople();
  const id = mid();
  const send = how === 'settled' ? await people.addSend({ channel: 'ig', happenedAt: at(1) }) : null;
  await people.store(watermarkItem('ig', { untilProviderId: id }));
  if (send !== null) await people.settle(send, id);
  else await people.store(echoItem('ig', { providerMessageId: id }));
  await people.sweep();
  expect((await people.inbound.events('message.status')).map(({ data }) => data.status)).toEqual(['read']);
});

test('an echo gives a message the provider’s time, so that an earlier receipt is not lost to clock skew', async () => {
  const people = await openPeople();
  const id = mid();
  const send = await people.addSend({ channel: 'fb', status: 'sent', providerMessageId: id, happenedAt: at(10) });
  await people.store(watermarkItem('fb', { until: at(9) }));
  expect(await people.reported()).toEqual([]);
  await people.store(echoItem('fb', { providerMessageId: id, callbackData: send, at: at(9) }));
  expect(await people.reported()).toEqual([`${send} read`]);
});

test('a message typed in the inbox advances like any other, even when its receipt arrived first', async () => {
  const people = await openPeople();
  await people.store(echoItem('fb', { at: at(1), text: 'one' }));
  await people.store(watermarkItem('fb', { until: at(3) }));
  await people.store(echoItem('fb', { at: at(2), text: 'two' }));
  const statuses = await people.inbound.events('message.status');
  expect(statuses.map(({ data }) => data.status)).toEqual(['read', 'read']);
});

test('replicas that receive the same watermarks at once report each message once', async () => {
  const people = await openPeople();
  for (let nth = 1; nth <= 20; nth++)
    await people.addSend({ channel: 'fb', status: 'sent', providerMessageId: mid(), happenedAt: at(nth) });
  const marks = [5, 20, 12, 20].flatMap((second) => [
    watermarkItem('fb', { status: 'delivered', until: at(second) }),
    watermarkItem('fb', { until: at(second) }),
  ]);
  await Promise.all(marks.flatMap((mark) => [people.store(mark), people.storeElsewhere(mark)]));
  const reported = await people.reported();
  expect(reported).toHaveLength(new Set(reported).size);
  expect(reported.filter((line) => line.endsWith(' read'))).toHaveLength(20);
});
