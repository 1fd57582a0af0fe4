import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { joinTenant } from '../support/console/console-browser.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { uniqueDigits } from '../support/tenants/client.ts';

// How events reach open pages (docs/reference/console.md#live-events).
const walk = walkConsole();
const TABS = 10;

const seen = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Conversations' }).getByText(text).waitFor();

test('ten tabs follow the workspace over one stream; when its tab is closed, another one takes over', async () => {
  const first = await walk.signIn();
  const { context } = walk.visit;
  let opened = 0;
  const streams = new Set<Page>();
  context.on('request', (request) => {
    if (!request.url().includes('/console/trpc/live-events')) return;
    opened++;
    streams.add(request.frame().page());
  });
  const tabs = [first];
  while (tabs.length < TABS) tabs.push(await context.newPage());
  for (const tab of tabs) {
    await tab.goto(`${walk.system.origin}/console/inbox`);
    await tab.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  }
  await walk.tenant.customerWrites(uniqueDigits('16'), { text: 'to all tabs' });
  await Promise.all(tabs.map((tab) => seen(tab, 'to all tabs')));
  // Leaving a page passes the stream on: the tab that opened it last keeps it.
  const keeper = [...streams].at(-1);
  if (!keeper) throw new Error('No stream was opened.');
  const before = opened;
  expect(before).toBeLessThan(TABS);
  await keeper.close();
  const others = tabs.filter((tab) => tab !== keeper);
  await walk.tenant.customerWrites(uniqueDigits('16'), { text: 'to those that are left' });
  await Promise.all(others.map((tab) => seen(tab, 'to those that are left')));
  await expect.poll(() => opened).toBe(before + 1);
  for (const tab of others) expect(await tab.getByText('to those that are left').count()).toBe(1);
});

test('a tab that joins the others shows what happened between its first read and then', async () => {
  const first = await walk.signIn();
  await first.goto(`${walk.system.origin}/console/inbox`);
  await first.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  await walk.tenant.customerWrites(uniqueDigits('16'), { text: 'before it opens' });
  await seen(first, 'before it opens');
  const tab = await walk.visit.context.newPage();
  // Deaf, so that no later event of the feed can show it.
  await tab.addInitScript("Object.defineProperty(BroadcastChannel.prototype, 'onmessage', { set() {} })");
  let join = (): void => {};
  const written = new Promise<void>((resolve) => {
    join = resolve;
  });
  await tab.route('**/open-live-feed*', async (route) => {
    await written;
    await route.continue();
  });
  await tab.goto(`${walk.system.origin}/console/inbox`);
  await seen(tab, 'before it opens');
  await walk.tenant.customerWrites(uniqueDigits('16'), { text: 'before it joins' });
  await seen(first, 'before it joins');
  expect(await tab.getByText('before it joins').count()).toBe(0);
  // Everything on the page is read again, also what no poll renews.
  const read = tab.waitForRequest((request) => request.url().includes('/trpc/list-views'));
  join();
  await read;
  await seen(tab, 'before it joins');
});

test.each(['of a session that is ended elsewhere', 'of a member who is removed'])(
  'a page %s signs out automatically and no longer shows data',
  async (whose) => {
    const { email, browser } = await joinTenant(walk.system, walk.tenant.slug, 'agent');
    const page = await walk.signIn(email);
    if (whose === 'of a session that is ended elsewhere') await browser.call('end-other-sessions', {});
    else {
      const { member } = await browser.call('me', {});
      const { browser: owner } = await joinTenant(walk.system, walk.tenant.slug, 'owner');
      await owner.call('remove-member', { id: member?.id ?? '' });
    }
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    // The browser reports each 401 answer to the console's own requests.
    walk.visit.problems.splice(0);
  },
);
