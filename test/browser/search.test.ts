import { LAST_ID } from '@parley/database/statements/list-cursor';
import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { findAccessibilityProblems, overflowOf } from '../support/browser/check-page.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { conversations } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Search over messages and people (docs/reference/console.md#search).
const walk = walkConsole();
const { signIn, goTo } = walk;
const HOSTILE = '<img src=x onerror="document.title=1"> dates \u202egnp.exe';

/** Names are indexed in the background too. */
const untilKnown = (q: string) =>
  pollUntil(
    async () => {
      const { body } = await walk.tenant.admin('GET', `/people?q=${encodeURIComponent(q)}`);
      return body.items[0] ?? null;
    },
    { what: () => `${q} to be known` },
  );

/** Words are indexed in the background. */
const untilFound = (q: string, text: string) =>
  pollUntil(
    async () => {
      const { body } = await walk.tenant.admin('GET', `/messages?q=${encodeURIComponent(q)}`);
      return body.items.some(({ snippet }: { snippet: string }) => snippet.includes(text)) || null;
    },
    { what: () => `${text} to be found` },
  );

test('an agent finds an old message by words in their own spelling, and opens the conversation at it', async () => {
  const customer = uniqueDigits('16');
  await walk.tenant.customerWrites(customer, { text: 'متى تصل الطَّلَبِيّة إلى المكتبة؟' });
  for (let n = 0; n < 70; n++) await walk.tenant.customerWrites(customer, { text: `Later ${n}` });
  const stranger = await makeTenant(walk.system);
  await stranger.customerWrites(uniqueDigits('16'), { text: 'الطلبية عند متجر آخر' });
  await walk.tenant.customerWrites(uniqueDigits('16'), { text: HOSTILE });
  await untilFound('المكتبه', 'المكتبة');
  await untilFound('dates', 'dates');
  const { email } = await joinTenant(walk.system, walk.tenant.slug, 'agent');
  const page = await signIn(email);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Search');
  await page.keyboard.press('Enter');
  // Until then the inbox is shown, which has a search of its own.
  await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
  await page.keyboard.type('الطلبيه');
  const messages = page.getByRole('list', { name: 'Messages' });
  await messages.getByText('الطَّلَبِيّة', { exact: true }).waitFor();
  expect(await messages.getByRole('listitem').count()).toBe(1);
  expect(await messages.locator('mark').allTextContents()).toEqual(['الطَّلَبِيّة']);
  expect(await page.content()).not.toContain('متجر آخر');
  expect(await findAccessibilityProblems(page)).toEqual([]);

  await messages.getByRole('link').click();
  const thread = page.getByRole('log');
  await thread.locator('[aria-current]').getByText('المكتبة').waitFor();
  await thread.getByText('Later 3', { exact: true }).waitFor();
  expect(await thread.getByText('Later 69').count()).toBe(0);
  await page.getByRole('button', { name: 'Jump to the newest message' }).click();
  await thread.getByText('Later 69').waitFor();
  await page.goBack();
  await messages.getByText('الطَّلَبِيّة', { exact: true }).waitFor();
});

test('a search continues while its pages are empty', async () => {
  await walk.tenant.customerWrites(uniqueDigits('16'), { text: 'A word of long ago' });
  await untilFound('ago', 'long ago');
  const page = await signIn();
  const first = Buffer.from(`hit:${LAST_ID}`).toString('base64url');
  // A page of a frequent word that none of the messages it examined has.
  await page.route('**/console/trpc/search-messages?*', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const isFirst = !decodeURIComponent(route.request().url()).includes('"cursor"');
    if (isFirst) json.result.data = { items: [], next_cursor: first };
    await route.fulfill({ response, json });
  });
  await goTo('Search');
  await page.keyboard.type('ago');
  await page.getByRole('list', { name: 'Messages' }).getByText('A word of long').waitFor();
  expect(await page.getByText('No matching messages.').count()).toBe(0);
});

test('the search and Ctrl-K find the conversations of a label, also those that are not open', async () => {
  const shop = await makeTenant(walk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'First of all' });
  await shop.customerWrites(uniqueDigits('16'), { text: 'Something else' });
  const { browser } = await joinTenant(walk.system, shop.slug, 'owner');
  const label = await browser.call('create-label', { title: 'VIP customer', color: 'red' });
  const { items } = await browser.call('list-conversations', { limit: 10 });
  const vip = items.find(({ last_message: last }) => last?.text === 'First of all');
  const change = { id: vip?.id ?? 0, add_labels: [label.id], status: 'resolved' as const };
  await browser.call('update-conversation', change);
  const page = await signIn((await joinTenant(walk.system, shop.slug, 'agent')).email);
  await walk.open('/search');
  await page.keyboard.type('vip');
  const found = page.getByRole('list', { name: 'Conversations with this label' });
  await found.getByText('VIP customer').waitFor();
  expect(await found.getByRole('link').count()).toBe(1);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await found.getByRole('link').click();
  await page.getByRole('log').getByText('First of all').waitFor();
  await page.keyboard.press('Control+k');
  const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
  await expect.poll(focused).toBe('Go to or do …');
  await page.keyboard.type('custom');
  const command = page.getByRole('option', { name: /^Conversations with the label .VIP customer/ });
  await command.waitFor();
  expect(await command.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'VIP customer 1', pressed: true }).waitFor();
  await conversations(page)
    .getByRole('link', { name: /First of all/ })
    .waitFor();
  expect(await conversations(page).getByText('Something else').count()).toBe(0);
});

test('people are found by a part of their number; a customer’s text stays text', async () => {
  const customer = uniqueDigits('16');
  await walk.tenant.customerWrites(customer, { text: HOSTILE });
  await untilFound('dates', 'dates');
  const person = await untilKnown(customer);
  const page = await signIn();
  await goTo('Search');
  await page.getByText('Search messages and people').waitFor();
  await page.getByRole('searchbox').fill(customer);
  await page.getByRole('list', { name: 'People' }).getByText(customer).first().waitFor();
  await page.getByText('No matching messages.').waitFor();
  await page.getByRole('searchbox').fill(customer.slice(-5));
  await page.getByRole('list', { name: 'People' }).getByText(customer).first().waitFor();
  await page.getByRole('searchbox').fill(String(person.conversation_id));
  await page.getByText('Matches by id').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('dates');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Messages' }).getByText('<img src=x').first().waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('dates');
  const { body } = await walk.tenant.admin('GET', '/conversations?limit=200&status=open&unread=true');
  await expect.poll(() => page.title()).toBe(`(${body.items.length}) Search · Parley`);
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await overflowOf(page)).toBe(0);
});
