import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  REPLIES_MAX,
  updateCannedReply,
} from '@parley/common/contracts/console/canned-replies';
import { REPLY_TEXT_MAX, REPLY_TITLE_MAX } from '@parley/common/workspace/note-limits';
import { expect, test } from 'vitest';
import { openForTest } from '../../../inbound/test/open-inbound.ts';
import { addMember, addTenant, type Desk } from '../../test/open-desk.ts';

async function open() {
  const inbound = await openForTest();
  const owner = await addMember(inbound, { name: 'Owner', role: 'owner' });
  return { inbound, owner };
}
const titles = async (desk: Desk, q?: string): Promise<string[]> =>
  (await desk.call(listCannedReplies, { limit: 50, ...(q === undefined ? {} : { q }) })).items.map(
    ({ title }) => title,
  );

test('canned replies are created, changed and deleted, and listed by title page by page', async () => {
  const { owner } = await open();
  const reply = await owner.call(createCannedReply, { title: 'Welcome', text: 'Hello {{name}}' });
  await owner.call(createCannedReply, { title: 'Address', text: '1 Main Street' });
  const page = await owner.call(listCannedReplies, { limit: 1 });
  const rest = await owner.call(listCannedReplies, { limit: 1, cursor: page.nextCursor ?? '' });
  expect([...page.items, ...rest.items].map(({ title }) => title)).toEqual(['Address', 'Welcome']);
  expect(rest.nextCursor).toBeNull();
  const changed = await owner.call(updateCannedReply, { id: reply.id, text: 'Hi {{name}}, {{agent}} here' });
  expect(changed).toMatchObject({ id: reply.id, title: 'Welcome', text: 'Hi {{name}}, {{agent}} here' });
  await owner.call(deleteCannedReply, { id: reply.id });
  const unknown = { code: 'unknown_canned_reply' };
  await expect(owner.call(deleteCannedReply, { id: reply.id })).rejects.toMatchObject(unknown);
  await expect(owner.call(updateCannedReply, { id: reply.id, text: 'x' })).rejects.toMatchObject(unknown);
  expect(await titles(owner)).toEqual(['Address']);
});

test('a search finds parts of words of the title and the text, in any spelling, and takes no wildcard', async () => {
  const { owner } = await open();
  const made = await owner.call(createCannedReply, { title: 'الإرجاع', text: 'سياسة الإرجاع خلال ٣٠ يومًا' });
  await owner.call(createCannedReply, { title: 'Refunds', text: 'Within 30 days: 100% back_up' });
  expect(await titles(owner, 'ارجاع')).toEqual(['الإرجاع']);
  expect(await titles(owner, '30')).toEqual(['Refunds', 'الإرجاع']);
  expect(await titles(owner, 'DAYS refund')).toEqual(['Refunds']);
  expect(await titles(owner, '%')).toEqual(['Refunds']);
  expect(await titles(owner, '_')).toEqual(['Refunds']);
  expect(await titles(owner, 'days later')).toEqual([]);
  await owner.call(updateCannedReply, { id: made.id, title: 'الاستبدال' });
  expect(await titles(owner, 'استبدال')).toEqual(['الاستبدال']);
});

test('another tenant finds, changes and deletes no canned reply', async () => {
  const { inbound, owner } = await open();
  const reply = await owner.call(createCannedReply, { title: 'Ours', text: 'Text' });
  const eve = await addMember(inbound, { name: 'Eve', role: 'owner', tenantId: await addTenant(inbound, 'other') });
  const unknown = { code: 'unknown_canned_reply' };
  await expect(eve.call(updateCannedReply, { id: reply.id, title: 'Eve' })).rejects.toMatchObject(unknown);
  await expect(eve.call(deleteCannedReply, { id: reply.id })).rejects.toMatchObject(unknown);
  expect(await titles(eve)).toEqual([]);
  expect(await titles(owner)).toEqual(['Ours']);
});

test('a workspace has at most 500 canned replies, also when several are created at once', async () => {
  const { inbound, owner } = await open();
  await inbound.rows(
    `INSERT INTO canned_replies (reply_id, tenant_id, title, text, folded, created_at, updated_at)
     SELECT 'rpl_' || lpad(n::text, 10, '0'), $1, 'T', 'T', 't', now(), now() FROM generate_series(1, $2) AS n`,
    inbound.tenantId,
    REPLIES_MAX - 2,
  );
  const create = () => owner.call(createCannedReply, { title: 'Late', text: 'Text' });
  const made = await Promise.allSettled(Array.from({ length: 5 }, create));
  const refused = made.filter((one) => one.status === 'rejected');
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(3).fill('too_many_canned_replies'));
});

test.each([
  ['an unknown field', { text: 'Hello {{order}}' }],
  ['an empty field', { text: 'Hello {{}}' }],
  ['a blank text', { text: ' ' }],
  ['a long text', { text: 'x'.repeat(REPLY_TEXT_MAX + 1) }],
  ['a long title', { title: 'x'.repeat(REPLY_TITLE_MAX + 1) }],
  ['a title of two lines', { title: 'a\nb' }],
])('refuses %s', (_, given) => {
  expect(createCannedReply.input.safeParse({ title: 'Title', text: 'Text', ...given }).success).toBe(false);
});
