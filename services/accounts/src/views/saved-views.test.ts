import { removeMember } from '@parley/common/contracts/console/members';
import {
  createView,
  deleteView,
  listViews,
  orderViews,
  updateView,
  VIEWS_MAX,
} from '@parley/common/contracts/console/saved-views';
import { actAsTenant } from '@parley/common/contracts/console/workspace';
import { createTenant } from '@parley/common/contracts/operator/tenants';
import { expect, test } from 'vitest';
import { type Browser, consoleOfFile } from '../../test/open-console.ts';

const house = consoleOfFile();
let shops = 0;

/** A tenant with an owner and two agents. */
async function openShop() {
  const slug = `views-${++shops}`;
  await house.call(createTenant, { slug, balance: '0' });
  const join = (name: string, role: 'owner' | 'agent') => house.join(slug, `${name}@${slug}.example`, role);
  return {
    slug,
    owner: await join('owner', 'owner'),
    ann: await join('ann', 'agent'),
    bob: await join('bob', 'agent'),
  };
}

const save = (browser: Browser, name: string, isShared = false) =>
  browser.call(createView, { name, filter: { status: 'open', unread: true }, isShared });

const namesOf = async (browser: Browser): Promise<string[]> =>
  (await browser.call(listViews, {})).items.map(({ name }) => name);

test('a view belongs to its member alone unless it is shared with the workspace', async () => {
  const { owner, ann, bob } = await openShop();
  await save(ann, 'غير مقروءة');
  await save(owner, 'For all', true);
  expect(await ann.call(listViews, {})).toMatchObject({
    mayShare: false,
    items: [
      { name: 'غير مقروءة', filter: { status: 'open', unread: true }, isShared: false },
      { name: 'For all', isShared: true },
    ],
  });
  expect(await namesOf(bob)).toEqual(['For all']);
  expect(await owner.call(listViews, {})).toMatchObject({ mayShare: true, items: [{ name: 'For all' }] });
  expect(await namesOf((await openShop()).owner)).toEqual([]);
});

test('a view can be renamed, filtered, ordered and deleted by its owner', async () => {
  const { ann } = await openShop();
  const [first, second] = [await save(ann, 'First'), await save(ann, 'Second')];
  await save(ann, 'Third');
  await ann.call(updateView, { id: second.id, name: 'Two' });
  expect(await ann.call(updateView, { id: second.id, filter: { channel: 'wa' } })).toEqual({
    ...second,
    name: 'Two',
    filter: { channel: 'wa' },
  });
  await ann.call(orderViews, { isShared: false, order: [second.id, 'viw_0000000000', first.id] });
  expect(await namesOf(ann)).toEqual(['Two', 'First', 'Third']);
  await ann.call(deleteView, { id: first.id });
  await expect(ann.call(deleteView, { id: first.id })).rejects.toMatchObject({ code: 'unknown_view' });
  expect(await namesOf(ann)).toEqual(['Two', 'Third']);
});

test('no member changes the views of another member or workspace, and an agent changes no shared view', async () => {
  const [{ owner, ann, bob }, other] = [await openShop(), await openShop()];
  const [own, shared] = [await save(ann, 'Ann’s'), await save(owner, 'Shared', true)];
  for (const [browser, { id }] of [
    [bob, own],
    [owner, own],
    [other.owner, own],
    [ann, shared],
    [other.owner, shared],
  ] as const) {
    await expect(browser.call(updateView, { id, name: 'Eve' })).rejects.toMatchObject({ code: 'unknown_view' });
    await expect(browser.call(deleteView, { id })).rejects.toMatchObject({ code: 'unknown_view' });
  }
  await expect(save(ann, 'Eve', true)).rejects.toMatchObject({ code: 'permission_denied' });
  const order = { isShared: true, order: [shared.id] };
  await expect(ann.call(orderViews, order)).rejects.toMatchObject({ code: 'permission_denied' });
  await owner.call(updateView, { id: shared.id, name: 'Everybody’s' });
  expect(await namesOf(ann)).toEqual(['Ann’s', 'Everybody’s']);
});

test('the operator who acts as a workspace shares views with it, and has none of their own', async () => {
  const { slug, ann } = await openShop();
  const operator = await house.operator();
  await operator.call(actAsTenant, { slug });
  const acting = await house.open(operator.token);
  await save(acting, 'From the operator', true);
  await expect(save(acting, 'Own')).rejects.toMatchObject({ code: 'permission_denied' });
  expect(await namesOf(acting)).toEqual(['From the operator']);
  expect(await namesOf(ann)).toEqual(['From the operator']);
});

test('a member has at most 50 own views, even when many are saved at once, besides those of the workspace', async () => {
  const { owner, ann } = await openShop();
  for (let at = 3; at < VIEWS_MAX; at++) await save(ann, `View ${at}`);
  const saved = await Promise.allSettled(Array.from({ length: 6 }, (_, at) => save(ann, `Late view ${at}`)));
  const refused = saved.filter((one) => one.status === 'rejected');
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(3).fill('too_many_views'));
  await save(owner, 'Shared', true);
  expect(await namesOf(ann)).toHaveLength(VIEWS_MAX + 1);
});

test('the views of a removed member are deleted', async () => {
  const { owner, ann } = await openShop();
  const memberId = ann.member.memberId ?? '';
  await save(ann, 'Ann’s');
  await owner.call(removeMember, { id: memberId });
  expect(await house.database.db.prisma.savedView.count({ where: { memberId } })).toBe(0);
});
