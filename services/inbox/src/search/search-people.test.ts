import { searchPeople } from '@parley/common/contracts/operator/search-people';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../../inbound/test/open-inbound.ts';
import { messagesBody, textMessage, textUpdate } from '../../../inbound/test/wa-bodies.ts';
import { readPeople } from '../../test/read-people.ts';

const search = async (inbound: OpenInbound, q: string, slug = 'acme') =>
  (await inbound.call(searchPeople, { slug, q, limit: 50 })).items;
const find = async (inbound: OpenInbound, q: string, slug = 'acme') =>
  (await search(inbound, q, slug)).map(({ name }) => name);
const write = (inbound: OpenInbound, name: string, number: string) =>
  inbound.receiveMeta(messagesBody(name, textMessage(number, 'Hi')));

test('people are found by beginnings of their names in any spelling, and by any part of a number', async () => {
  const inbound = await openForTest();
  await write(inbound, 'أحمد فاطِمة', '201001234567');
  await write(inbound, 'Ann Lee', '15550000001');
  await readPeople(inbound);
  expect(await find(inbound, 'احمد')).toEqual(['أحمد فاطِمة']);
  expect(await find(inbound, 'فاطمه احم')).toEqual(['أحمد فاطِمة']);
  for (const q of ['+20 100 123', '(0100) 123-4567', '4567', '٢٠١٠٠'])
    expect(await find(inbound, q), q).toHaveLength(1);
  expect(await find(inbound, 'lee AN')).toEqual(['Ann Lee']);
  for (const q of ['ee', 'ann ahmed', '9999']) expect(await find(inbound, q), q).toEqual([]);
});

test('a person is shown with their newest conversation, and found by its id', async () => {
  const inbound = await openForTest();
  await inbound.receiveTg(textUpdate(42, 1, 'Hi'));
  await readPeople(inbound);
  const [row] = await inbound.rows<{ id: number }>('SELECT id FROM conversations');
  const shown = { channel: 'tg', conversationId: row?.id, lastMessageAt: expect.any(String), addresses: ['42'] };
  expect(await search(inbound, '42')).toContainEqual(expect.objectContaining({ ...shown, foundBy: 'words' }));
  expect((await search(inbound, String(row?.id)))[0]).toMatchObject({ ...shown, foundBy: 'id' });
});

test('a renamed person is found only by the new name', async () => {
  const inbound = await openForTest();
  await write(inbound, 'Ann', '15550000001');
  await readPeople(inbound);
  await write(inbound, 'Berta', '15550000001');
  await readPeople(inbound);
  expect(await find(inbound, 'ann')).toEqual([]);
  expect(await find(inbound, 'berta')).toEqual(['Berta']);
});

test('no tenant finds another tenant’s people, by a name, a number or an id', async () => {
  const inbound = await openForTest();
  await write(inbound, 'Secret', '15550000001');
  await inbound.addTenant('eve');
  await readPeople(inbound);
  const [row] = await inbound.rows<{ id: number }>('SELECT id FROM conversations');
  for (const q of ['secret', '15550000001', String(row?.id), 's', '1']) {
    expect(await search(inbound, q, 'eve'), q).toEqual([]);
  }
});

test('pages list each person once, without gaps', async () => {
  const inbound = await openForTest();
  for (let n = 0; n < 5; n++) await write(inbound, `Ann ${n}`, `1555000000${n}`);
  await readPeople(inbound);
  const seen: (string | null)[] = [];
  let cursor: string | undefined;
  do {
    const page = await inbound.call(searchPeople, { slug: 'acme', q: 'ann', limit: 2, cursor });
    seen.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual([4, 3, 2, 1, 0].map((n) => `Ann ${n}`));
});
