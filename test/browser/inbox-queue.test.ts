import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityProblems } from '../support/browser/check-page.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { conversations, enterInbox, openConversation } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// A queue of conversations that is worked by keys (docs/reference/console.md#inbox).
const walk = walkConsole();

/** The inbox of a shop with the conversations "Question 7" to "Question 1", from top to bottom. */
async function enterQueue() {
  const shop = await makeTenant(walk.system);
  for (let n = 1; n <= 7; n++) await shop.customerWrites(uniqueDigits('16'), { text: `Question ${n}` });
  const { email } = await joinTenant(walk.system, shop.slug, 'owner');
  const { page } = walk.visit;
  await enterInbox(page, walk.system, email);
  const list = conversations(page);
  return {
    page,
    shows: (n: number) => page.getByRole('log').getByText(`Question ${n}`, { exact: true }).waitFor(),
    isListed: (n: number) => list.getByText(`Question ${n}`).waitFor(),
    hasLeft: (n: number) => list.getByText(`Question ${n}`).waitFor({ state: 'detached' }),
    open: (n: number) => openConversation(page, `Question ${n}`),
  };
}

async function snoozeByKeys(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('s');
  const field = page.getByRole('combobox', { name: 'Until when?' });
  await field.waitFor();
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
}

test('after e, # and s the keys j and k go to the neighbours of the conversation that left the list', async () => {
  const { page, shows, hasLeft, open } = await enterQueue();
  await open(5);
  await page.keyboard.press('e');
  await hasLeft(5);
  await page.keyboard.press('j');
  await shows(4);
  await page.keyboard.press('#');
  await hasLeft(4);
  await page.keyboard.press('k');
  await shows(6);
  await page.keyboard.press('j');
  await shows(3);
  await snoozeByKeys(page, 'customer answers');
  await hasLeft(3);
  await page.keyboard.press('j');
  await shows(2);
  // Below the last one there is only the one above it.
  await page.keyboard.press('j');
  await shows(1);
  await page.keyboard.press('e');
  await hasLeft(1);
  await page.keyboard.press('j');
  await shows(2);
});

test('by choice under Account, the next conversation opens after e, # and s, and Undo still brings one back', async () => {
  const { page, shows, hasLeft, isListed, open } = await enterQueue();
  await page.goto(`${walk.system.origin}/console/account`);
  await page.getByLabel('Open the next conversation after one is resolved, archived or snoozed').press('Space');
  await page.goBack();
  await open(6);
  await page.keyboard.press('e');
  await hasLeft(6);
  await shows(5);
  await page.keyboard.press('#');
  await hasLeft(5);
  await shows(4);
  await snoozeByKeys(page, 'customer answers');
  await hasLeft(4);
  await shows(3);
  await page
    .getByRole('region', { name: 'Notices' })
    .getByRole('dialog', { name: /^Archived/ })
    .getByRole('button', { name: 'Undo' })
    .click();
  await isListed(5);
  await shows(3);
  // Below the last one there is only the one above it.
  await open(1);
  await page.keyboard.press('e');
  await shows(2);
});

test('a draft is marked in the list until it is sent or emptied, also after a reload', async () => {
  const { page, shows, open } = await enterQueue();
  const row = conversations(page).getByRole('link', { name: /Draft/ });
  const field = page.getByRole('textbox', { name: 'Answer' });
  await open(6);
  await field.fill('Half of an');
  expect(await row.count()).toBe(0);
  await open(5);
  await shows(5);
  await row.getByText('Half of an').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.reload();
  await row.click();
  await shows(6);
  expect(await field.inputValue()).toBe('Half of an');
  await field.press('Control+Enter');
  await page.getByRole('log').getByText('Half of an').waitFor();
  await open(5);
  await shows(5);
  await conversations(page).getByText('Half of an').waitFor();
  await expect.poll(() => row.count()).toBe(0);
});

test('each conversation that is resolved, archived or snoozed can be brought back by Undo, by pointer or by keys', async () => {
  const { page, isListed, hasLeft, open } = await enterQueue();
  const notices = page.getByRole('region', { name: 'Notices' });
  const undo = (what: RegExp) => notices.getByRole('dialog', { name: what }).getByRole('button', { name: 'Undo' });
  await open(7);
  await page.keyboard.press('e');
  await hasLeft(7);
  const undoResolve = undo(/^Resolved/);
  await undoResolve.waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  // The notice leaves the composer free.
  const notice = await notices.getByRole('dialog').boundingBox();
  const send = await page.getByRole('button', { name: 'Send', exact: true }).boundingBox();
  const field = await page.getByRole('textbox', { name: 'Answer' }).boundingBox();
  for (const part of [send, field])
    expect(notice && part && notice.y + notice.height <= part.y, JSON.stringify({ notice, part })).toBe(true);
  await undoResolve.click();
  await isListed(7);
  await undoResolve.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await hasLeft(7);
  await undoResolve.click();
  await isListed(7);
  await snoozeByKeys(page, 'customer answers');
  await hasLeft(7);
  await undo(/^Snoozed/).click();
  await isListed(7);
  await open(6);
  await page.keyboard.press('#');
  await hasLeft(6);
  // The list loses the row before the answer arrives; the notice comes with the answer, and F6 goes only to a notice.
  await undo(/^Archived/).waitFor();
  await undo(/^Snoozed/).waitFor({ state: 'detached' });
  await page.keyboard.press('F6');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await isListed(6);
});

test('two conversations that are resolved in quick succession can both be brought back', async () => {
  const { page, isListed, hasLeft, open, shows } = await enterQueue();
  await open(6);
  await page.keyboard.press('e');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.keyboard.press('j');
  await shows(4);
  await hasLeft(6);
  await hasLeft(5);
  const buttons = page.getByRole('button', { name: 'Undo' });
  await expect.poll(() => buttons.count()).toBe(2);
  await buttons.first().click();
  await expect.poll(() => buttons.count()).toBe(1);
  await buttons.first().click();
  await isListed(6);
  await isListed(5);
});

test('e reopens the conversation that it resolved, although the list shows it no longer', async () => {
  const { page, isListed, hasLeft, open } = await enterQueue();
  await open(4);
  await page.keyboard.press('e');
  await hasLeft(4);
  await page.getByRole('button', { name: 'Reopen' }).waitFor();
  await page.keyboard.press('e');
  await isListed(4);
});

test('letters stay commands of the inbox while the focus is in a notice', async () => {
  const { page, hasLeft, open, shows } = await enterQueue();
  await open(6);
  await page.keyboard.press('e');
  await hasLeft(6);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('j');
  await shows(5);
});
