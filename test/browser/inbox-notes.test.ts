import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openWindow } from '../support/browser/browser.ts';
import { findAccessibilityProblems, isWithin, overflowOf } from '../support/browser/check-page.ts';
import { holdRequests } from '../support/browser/hold-requests.ts';
import { accountOf, COMMENT_TENANT } from '../support/channels/comments.ts';
import { connectPage } from '../support/channels/connect-channels.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { enterConsole, useLook, walkConsole } from '../support/console/console-walk.ts';
import { openConversation, sentMark } from '../support/console/inbox-pages.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../support/tenants/client.ts';

// Notes and canned replies (docs/reference/console.md#notes).
const walk = walkConsole();

/** Types as a person does, into whatever has the focus. */
const type = (page: Page, text: string) => page.keyboard.type(text);
const note = (page: Page) => page.getByRole('textbox', { name: 'Note', exact: true });
const answer = (page: Page) => page.getByRole('textbox', { name: 'Answer' });
const focused = (page: Page): Promise<string | null> =>
  page.evaluate('document.activeElement?.getAttribute("aria-label") ?? null');

/** The owner at the conversation of a new customer; the focus is on the page. */
async function openOwner(text: string): Promise<Page> {
  await walk.tenant.customerWrites(uniqueDigits('16'), { text });
  const page = await walk.signIn();
  await walk.goTo('Inbox');
  await openConversation(page, text);
  return page;
}

/** An agent at the same address in another window. */
async function openAgent(address: string) {
  const { email } = await joinTenant(walk.system, walk.tenant.slug, 'agent');
  const visit = await openWindow(walk.browser, { locale: 'en-GB' });
  await visit.page.setViewportSize({ width: 1440, height: 900 });
  await enterConsole(visit.page, { origin: walk.system.origin, email });
  await visit.page.waitForURL(({ pathname }) => !pathname.endsWith('/sign-in'));
  await visit.page.goto(address);
  return visit;
}

test('by keyboard alone a note mentions a colleague, who sees it at once and finds it behind the bell; the customer gets nothing', async () => {
  const page = await openOwner('Where is my order?');
  const agent = await openAgent(page.url());
  const log = agent.page.getByRole('log');
  await log.getByText('Where is my order?').waitFor();
  await page.getByRole('log').focus();
  await page.keyboard.press('n');
  await note(page).waitFor();
  await expect.poll(() => focused(page)).toBe('Note');
  await type(page, 'Regular, <b>be kind</b> @the');
  const members = page.getByRole('listbox', { name: 'Members' });
  await members.getByRole('option', { name: 'The agent' }).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  // The owner is the author, whom the list omits.
  expect(await members.getByRole('option', { name: 'The owner' }).count()).toBe(0);
  await page.keyboard.press('Enter');
  await type(page, 'please');
  expect(await note(page).inputValue()).toBe('Regular, <b>be kind</b> @The agent please');
  await page.keyboard.press('Control+Enter');
  const own = page.getByRole('log').getByRole('group', { name: /^Note of .You/ });
  await own.getByText('Regular, <b>be kind</b>').waitFor();
  expect(await note(page).inputValue()).toBe('');

  await log
    .getByRole('group', { name: /^Note of .The owner/ })
    .getByText('Regular, <b>be kind</b>')
    .waitFor();
  const bell = agent.page.getByRole('button', { name: 'Mentions' });
  await expect.poll(() => bell.innerText()).toMatch(/1/);
  await bell.focus();
  await agent.page.keyboard.press('Enter');
  const mention = agent.page.getByRole('menuitem', { name: /The owner. about .* New/ });
  await mention.waitFor();
  // A menu is outside of the landmarks, between the guards of its focus.
  expect(await findAccessibilityProblems(agent.page, ['region', 'aria-hidden-focus'])).toEqual([]);
  await mention.focus();
  await agent.page.keyboard.press('Enter');
  await expect.poll(() => bell.innerText()).not.toMatch(/1/);
  await agent.page.getByRole('button', { name: 'Show person' }).click();
  await agent.page.getByRole('region', { name: 'Person' }).getByText('Regular, <b>be kind</b>').waitFor();

  // Its author edits it, then deletes it; the colleague may do neither.
  await log.getByRole('group', { name: /^Note of .The owner/ }).hover();
  expect(await agent.page.getByRole('button', { name: 'Edit note' }).count()).toBe(0);
  await own.hover();
  await page.getByRole('button', { name: 'Edit note' }).click();
  await page.getByRole('dialog', { name: 'Edit note' }).waitFor();
  await page.keyboard.press('Control+End');
  await type(page, ', soon');
  await page.keyboard.press('Control+Enter');
  await log.getByText(', soon').waitFor();
  await own.hover();
  await page.getByRole('button', { name: 'Delete note' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click();
  await log.getByRole('group', { name: /^Note of/ }).waitFor({ state: 'detached' });

  // `r` goes back to the answer, whose draft is its own.
  await page.getByRole('log').focus();
  await page.keyboard.press('r');
  await expect.poll(() => focused(page)).toBe('Answer');
  const { sends } = await walk.system.sandbox.calls({ channel: 'wa', account: walk.tenant.phoneNumberId });
  expect(sends).toEqual([]);
  expect(agent.problems).toEqual([]);
  await agent.context.close();
});

/** An agent who is mentioned in a note about the tenant's only conversation; returns their address. */
async function mentionAgent({ slug }: TestTenant, text: string): Promise<string> {
  const author = await joinTenant(walk.system, slug, 'owner');
  const agent = await joinTenant(walk.system, slug, 'agent');
  const { member } = await agent.browser.call('me', {});
  const { items } = await author.browser.call('list-conversations', { limit: 2 });
  expect(items).toHaveLength(1);
  const note = { id: items[0]?.id ?? 0, key: randomBytes(16).toString('hex'), text, mentions: [member?.id ?? ''] };
  await author.browser.call('add-note', note);
  return agent.email;
}

/** Opens the newest mention of the reader with the pointer. */
async function openMention(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mentions' }).click();
  await page
    .getByRole('menuitem', { name: /The owner. about/ })
    .first()
    .click();
}

test('a mention opens its conversation at the note, also when many messages came after it', async () => {
  const tenant = await makeTenant(walk.system);
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'I want my money back' });
  const email = await mentionAgent(tenant, '@The agent may refund this');
  for (let n = 0; n < 70; n++) await tenant.customerWrites(customer, { text: `Later ${n}` });
  const page = await walk.signIn(email);
  // The notes are answered first: the messages before the sought one must not move it out of view.
  const answer = await holdRequests(page, '**/console/trpc/list-conversation-messages*');
  const notesAnswer = page.waitForResponse(/\/list-notes/);
  await openMention(page);
  await (await notesAnswer).finished();
  const log = page.getByRole('log');
  await log.getByText('Loading').waitFor();
  answer();
  const marked = log.locator('[aria-current="true"]');
  await marked.getByRole('group', { name: /^Note of .The owner/ }).waitFor();
  await expect.poll(() => isWithin(marked, log)).toBe(true);
  await log.getByText('I want my money back').waitFor();
  // The bell leads back to the note from elsewhere in its conversation.
  await page.getByRole('button', { name: 'Jump to the newest message' }).click();
  await log.getByText('Later 69', { exact: true }).waitFor();
  await marked.waitFor({ state: 'detached' });
  await openMention(page);
  await expect.poll(() => isWithin(marked, log)).toBe(true);
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('a mention in a note about comments opens the panel of the person at the note', async () => {
  const tenant = await makeTenant(walk.system, COMMENT_TENANT);
  const account = accountOf(await connectPage(walk.system, tenant), 'fb');
  await walk.system.sandbox.profile('fb').customerComments(uniqueDigits('24'), { account, text: 'How much is it?' });
  const page = await walk.signIn(await mentionAgent(tenant, '@The agent knows the price'));
  await openMention(page);
  const panel = page.getByRole('region', { name: 'Person' });
  const marked = panel.locator('li[aria-current="true"]').filter({ hasText: 'knows the price' });
  await marked.waitFor();
  await expect.poll(() => isWithin(marked, panel)).toBe(true);
});

test('a note that was typed when the connection was lost keeps its text, also after a reload, and is stored once', async () => {
  const page = await openOwner('Are you there?');
  await page.getByRole('log').focus();
  await page.keyboard.press('n');
  await expect.poll(() => focused(page)).toBe('Note');
  await type(page, 'Call back tomorrow');
  await page.route('**/console/trpc/add-note', async (route) => {
    // The note is stored, and its answer is lost.
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').waitFor();
  expect(await note(page).inputValue()).toBe('Call back tomorrow');
  await page.unroute('**/console/trpc/add-note');
  walk.visit.problems.splice(0);
  await page.reload();
  await page.getByRole('tab', { name: 'Note' }).click();
  await expect.poll(() => note(page).inputValue()).toBe('Call back tomorrow');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => note(page).inputValue()).toBe('');
  await page.getByRole('log').getByText('Call back tomorrow').waitFor();
  expect(await page.getByRole('log').getByText('Call back tomorrow').count()).toBe(1);
});

test('a tab opens by a slow press that moves the tabs, and its field has the focus', async () => {
  const page = await openOwner('A slow press');
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole('tab', { name: 'Note' }).hover();
  await page.mouse.down();
  // A frame later, what the press alone would open is shown, and has moved the tabs.
  await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))');
  await page.mouse.up();
  await expect.poll(() => focused(page)).toBe('Note');
});

test('a note whose writer leaves before the response is stored, and its draft is gone', async () => {
  const page = await openOwner('In a hurry');
  await page.getByRole('log').focus();
  await page.keyboard.press('n');
  await expect.poll(() => focused(page)).toBe('Note');
  await type(page, 'Written in passing');
  const answer = await holdRequests(page, '**/console/trpc/add-note');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('tab', { name: 'Reply' }).click();
  await note(page).waitFor({ state: 'detached' });
  answer();
  await page.getByRole('log').getByText('Written in passing').waitFor();
  await page.getByRole('tab', { name: 'Note' }).click();
  await note(page).waitFor();
  expect(await note(page).inputValue()).toBe('');
});

test('an owner prepares a reply with fields, and / and Enter insert it with filled fields in an answer that is then sent', async () => {
  const page = await openOwner('Do you deliver?');
  const customer = await page.getByRole('heading', { level: 2 }).first().innerText();
  await walk.goTo('Canned replies');
  await page.getByRole('button', { name: 'Create canned reply' }).click();
  await page.getByRole('dialog').getByLabel('Title').waitFor();
  await type(page, 'Delivery');
  await page.keyboard.press('Tab');
  await type(page, 'Hello {{name}}, we deliver {{when}}.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('It may have only the fields').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByLabel('Text').focus();
  for (let key = 0; key < ' {{when}}.'.length; key++) await page.keyboard.press('Backspace');
  await type(page, '. {{agent}}');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('table').getByText('Delivery').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);

  await walk.goTo('Inbox');
  await openConversation(page, 'Do you deliver?');
  await page.getByRole('log').focus();
  await page.keyboard.press('r');
  await type(page, '/deliv');
  const list = page.getByRole('listbox', { name: 'Canned replies' });
  await list.getByRole('option', { name: 'Delivery' }).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Answer');
  for (let key = 0; key < '/deliv'.length; key++) await page.keyboard.press('Backspace');
  await type(page, '/del');
  await list.getByRole('option', { name: 'Delivery' }).waitFor();
  await page.keyboard.press('Enter');
  expect(await answer(page).inputValue()).toMatch(/^Hello.*, we deliver\. The owner$/);
  expect(customer).not.toBe('');
  await page.keyboard.press('Control+Enter');
  await sentMark(page).waitFor();
});

test('in Arabic on a phone the tabs, a note and the canned replies are translated and fit', async () => {
  const page = await openOwner('مرحبا');
  const address = page.url();
  await useLook(page, { language: 'ar', theme: 'dark' });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(address);
  await page.getByRole('tab', { name: 'ملاحظة' }).click();
  const field = page.getByRole('textbox', { name: 'ملاحظة' });
  await field.waitFor();
  await expect.poll(() => focused(page)).toBe('ملاحظة');
  await type(page, 'زبون دائم @the');
  await page.getByRole('listbox', { name: 'الأعضاء' }).getByRole('option').first().waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect.poll(() => field.inputValue()).toMatch(/^زبون دائم @The .+ $/);
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('log')
    .getByRole('group', { name: /^ملاحظة من .أنت/ })
    .waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  await page.getByRole('tab', { name: 'ملاحظة' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tab', { name: 'رد', selected: true }).waitFor();
  await page.getByRole('textbox', { name: 'الرد' }).focus();
  await type(page, '/');
  await page.getByRole('listbox', { name: 'الردود الجاهزة' }).getByRole('option').first().waitFor();
  expect(await overflowOf(page)).toBe(0);
  await useLook(page, { language: 'en', theme: 'light' });
});
