import { createLabel, deleteLabel } from '@parley/common/contracts/console/labels';
import { searchLabelled } from '@parley/common/contracts/console/search-labelled';
import { updateConversation } from '@parley/common/contracts/operator/conversations';
import { expect, test } from 'vitest';
import { openForTest } from '../../../inbound/test/open-inbound.ts';
import { messagesBody, textMessage } from '../../../inbound/test/wa-bodies.ts';
import { addMember, addTenant, type Desk } from '../../test/open-desk.ts';

/** A workspace with these people's conversations, oldest first, its owner, and the owner of another workspace. */
async function open(people: number) {
  const inbound = await openForTest();
  for (let person = 0; person < people; person++)
    await inbound.receiveMeta(messagesBody(`P${person}`, textMessage(`1555000000${person}`, 'Hi')));
  const rows = await inbound.rows<{ id: number }>('SELECT id FROM conversations ORDER BY id');
  const own = await addMember(inbound, { name: 'Amal', role: 'owner' });
  const tenantId = await addTenant(inbound, 'other');
  const foreign = await addMember(inbound, { name: 'Eve', role: 'owner', tenantId });
  /** Creates a label, and puts it on conversations. */
  const label = async (title: string, on: readonly number[]) => {
    const made = await own.call(createLabel, { title, color: 'red' });
    for (const id of on) await inbound.call(updateConversation, { slug: 'acme', id, addLabels: [made.id] });
    return made;
  };
  return { inbound, ids: rows.map(({ id }) => id), own, foreign, label };
}

const find = async (desk: Desk, q: string): Promise<number[]> =>
  (await desk.call(searchLabelled, { q, limit: 50 })).items.map(({ conversationId }) => conversationId);

test('conversations are found by the beginnings of the words of a label in any spelling, each once, with what matches', async () => {
  const { inbound, ids, own, label } = await open(3);
  const [first = 0, second = 0, third = 0] = ids;
  const vip = await label('VIP customer', [first, second]);
  const café = await label('VIP Café', [second]);
  await label('عميل مُهِمّ', [third]);
  await inbound.call(updateConversation, { slug: 'acme', id: first, status: 'archived' });
  expect((await own.call(searchLabelled, { q: 'vip', limit: 50 })).items).toEqual([
    {
      conversationId: second,
      channel: 'wa',
      name: 'P1',
      peer: '+15550000001',
      lastMessageAt: expect.any(String),
      labels: [café, vip],
    },
    expect.objectContaining({ conversationId: first, labels: [vip] }),
  ]);
  for (const [q, found] of [
    ['cust VI', [second, first]],
    ['cafe', [second]],
    ['CAFÉ vip', [second]],
    ['مهم', [third]],
    ['customer cafe', []],
    ['ustomer', []],
  ] as const)
    expect(await find(own, q), q).toEqual(found);
});

test('pages list each conversation once, also one with several of the labels', async () => {
  const { ids, own, label } = await open(5);
  await label('Late', ids);
  await label('Late again', ids);
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await own.call(searchLabelled, { q: 'late', limit: 2, cursor });
    seen.push(...page.items.map(({ conversationId }) => conversationId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(ids.toReversed());
});

test('no tenant finds another tenant’s conversations, also by a label of the same title; a deleted label finds none', async () => {
  const { ids, own, foreign, label } = await open(1);
  const { id } = await label('VIP', ids);
  expect(await find(foreign, 'vip')).toEqual([]);
  await foreign.call(createLabel, { title: 'VIP', color: 'red' });
  expect(await find(foreign, 'vip')).toEqual([]);
  expect(await find(own, 'vip')).toEqual(ids);
  await own.call(deleteLabel, { id });
  expect(await find(own, 'vip')).toEqual([]);
});

test('a search without a letter or a digit is refused', () => {
  expect(searchLabelled.input.safeParse({ q: '!?' }).success).toBe(false);
  expect(searchLabelled.input.safeParse({ q: 'x'.repeat(201) }).success).toBe(false);
});
