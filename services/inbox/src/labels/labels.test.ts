import { createLabel, deleteLabel, listLabels, updateLabel } from '@parley/common/contracts/console/labels';
import { listConversations, updateConversation } from '@parley/common/contracts/operator/conversations';
import { updateConversations } from '@parley/common/contracts/operator/update-conversations';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import { LABELS_MAX } from '@parley/common/workspace/label-limits';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../../inbound/test/open-inbound.ts';
import { messagesBody, textMessage } from '../../../inbound/test/wa-bodies.ts';

const numberOf = (person: number): string => `1555000${String(person).padStart(4, '0')}`;

/** A workspace with these people’s conversations, oldest first, and its owner. */
async function openWith(people: number) {
  const inbound = await openForTest();
  for (let person = 0; person < people; person++)
    await inbound.receiveMeta(messagesBody(`P${person}`, textMessage(numberOf(person), 'Hi')));
  const found = await inbound.rows<{ id: number }>('SELECT id FROM conversations ORDER BY id');
  const memberOf = (tenantId: number, tenantSlug: string) => ({
    sessionId: 'ses_0000000000',
    roles: ['owner' as const],
    memberId: 'mem_ann0000000',
    tenantId,
    tenantSlug,
  });
  const ask =
    (member: ReturnType<typeof memberOf>) =>
    <C extends Contract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>> =>
      inbound.bus.call(contract, input, { requestId: 'req_test', member });
  const [other] = await inbound.rows<{ id: number }>(
    `INSERT INTO tenants (slug, name) VALUES ('other', 'Other') RETURNING id`,
  );
  return {
    inbound,
    ids: found.map(({ id }) => id),
    own: ask(memberOf(inbound.tenantId, 'acme')),
    foreign: ask(memberOf(other?.id ?? 0, 'other')),
  };
}

const label = (inbound: OpenInbound, id: number, change: { addLabels?: string[]; removeLabels?: string[] }) =>
  inbound.call(updateConversation, { slug: 'acme', id, ...change });
const listed = async (inbound: OpenInbound, filter: object) =>
  (await inbound.call(listConversations, { slug: 'acme', limit: 50, ...filter })).items.map(({ id }) => id);

test('labels are created, renamed, recolored and deleted; a title is unique in its workspace', async () => {
  const { own, foreign } = await openWith(0);
  const vip = await own(createLabel, { title: ' VIP ', color: 'red' });
  expect(vip).toEqual({ id: expect.stringMatching(/^lbl_/), title: 'VIP', color: 'red' });
  const late = await own(createLabel, { title: 'Late', color: 'gray' });
  await expect(own(createLabel, { title: 'vip', color: 'blue' })).rejects.toMatchObject({ code: 'label_exists' });
  await expect(own(updateLabel, { id: late.id, title: 'VIP' })).rejects.toMatchObject({ code: 'label_exists' });
  await foreign(createLabel, { title: 'VIP', color: 'pink' });
  expect(await own(updateLabel, { id: late.id, title: 'Delayed' })).toEqual({ ...late, title: 'Delayed' });
  expect(await own(updateLabel, { id: vip.id, color: 'teal' })).toEqual({ ...vip, color: 'teal' });
  expect((await own(listLabels, {})).items.map(({ title }) => title)).toEqual(['Delayed', 'VIP']);
  await own(deleteLabel, { id: vip.id });
  await expect(own(deleteLabel, { id: vip.id })).rejects.toMatchObject({ code: 'unknown_label' });
  expect((await own(listLabels, {})).items.map(({ title }) => title)).toEqual(['Delayed']);
});

test(`ten concurrent creations of one title make one label, and a workspace has at most ${LABELS_MAX}`, async () => {
  const { inbound, own } = await openWith(0);
  const made = await Promise.allSettled(
    Array.from({ length: 10 }, () => own(createLabel, { title: 'Same', color: 'gray' })),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await inbound.rows(
    `INSERT INTO labels (label_id, tenant_id, title, title_key, color, created_at)
     SELECT 'lbl_' || lpad(n::text, 10, '0'), $1, 'L' || n, 'l' || n, 'gray', now() FROM generate_series(2, $2::int4) n`,
    inbound.tenantId,
    LABELS_MAX,
  );
  await expect(own(createLabel, { title: 'One more', color: 'gray' })).rejects.toMatchObject({
    code: 'too_many_labels',
  });
});

test('a conversation gets labels and loses them; the list shows and filters by them', async () => {
  const { inbound, ids, own } = await openWith(3);
  const [first = 0, second = 0] = ids;
  const [vip, late] = [
    await own(createLabel, { title: 'VIP', color: 'red' }),
    await own(createLabel, { title: 'Late', color: 'gray' }),
  ];
  expect(await label(inbound, first, { addLabels: [vip.id, late.id] })).toMatchObject({
    id: first,
    labels: [late, vip],
  });
  await label(inbound, second, { addLabels: [vip.id] });
  expect(await listed(inbound, { label: vip.id })).toEqual([second, first]);
  expect(await listed(inbound, { label: late.id })).toEqual([first]);
  expect(await label(inbound, first, { removeLabels: [vip.id] })).toMatchObject({ labels: [late] });
  expect(await listed(inbound, { label: vip.id })).toEqual([second]);
  await own(deleteLabel, { id: vip.id });
  expect(await listed(inbound, { label: vip.id })).toEqual([]);
  expect(await listed(inbound, {})).toEqual([...ids].reverse());
});

test('labels many conversations, by their ids or a filter, and says what each had before', async () => {
  const { inbound, ids, own } = await openWith(4);
  const { id } = await own(createLabel, { title: 'VIP', color: 'red' });
  await label(inbound, ids[0] ?? 0, { addLabels: [id] });
  const bulk = (input: object) => inbound.call(updateConversations, { slug: 'acme', ...input });
  expect(await bulk({ ids, addLabels: [id] })).toMatchObject({ changed: 3 });
  const { changed, conversations } = await bulk({ filter: { label: id }, removeLabels: [id] });
  expect(changed).toBe(4);
  expect(conversations.every(({ before, after }) => before.labels[0] === id && after.labels.length === 0)).toBe(true);
  expect(await bulk({ filter: { label: id }, removeLabels: [id] })).toMatchObject({ changed: 0 });
});

test('another workspace’s label is unknown, can be put on no conversation, and filters none', async () => {
  const { inbound, ids, own, foreign } = await openWith(1);
  const [id = 0] = ids;
  const theirs = await foreign(createLabel, { title: 'Theirs', color: 'red' });
  for (const change of [{ addLabels: [theirs.id] }, { removeLabels: [theirs.id] }])
    await expect(label(inbound, id, change)).rejects.toMatchObject({ code: 'unknown_label' });
  await expect(
    inbound.call(updateConversations, { slug: 'acme', filter: {}, addLabels: [theirs.id] }),
  ).rejects.toMatchObject({ code: 'unknown_label' });
  for (const change of [
    () => own(updateLabel, { id: theirs.id, title: 'Ours' }),
    () => own(deleteLabel, { id: theirs.id }),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'unknown_label' });
  expect(await listed(inbound, { label: theirs.id })).toEqual([]);
  expect((await own(listLabels, {})).items).toEqual([]);
});

test('members who label one conversation at once all succeed, and a label that is deleted at the same time is skipped', async () => {
  const { inbound, ids, own } = await openWith(1);
  const [id = 0] = ids;
  const labels = await Promise.all(
    Array.from({ length: 8 }, (_, n) => own(createLabel, { title: `L${n}`, color: 'gray' })),
  );
  const [doomed] = labels;
  const outcomes = await Promise.allSettled([
    ...labels.map((one) => label(inbound, id, { addLabels: [one.id] })),
    own(deleteLabel, { id: doomed?.id ?? '' }),
  ]);
  const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(codes.filter((code) => code !== 'unknown_label')).toEqual([]);
  const [shown] = (await inbound.call(listConversations, { slug: 'acme', limit: 1 })).items;
  expect(shown?.labels.map(({ title }) => title)).toEqual(['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L7']);
});
