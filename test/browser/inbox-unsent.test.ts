import { expect, test } from 'vitest';
import { findAccessibilityProblems } from '../support/browser/check-page.ts';
import { useLook, walkConsole } from '../support/console/console-walk.ts';
import { conversations, enterInboxAsAgent, openConversation, sentMark } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Answers that cannot be sent, or were not (docs/reference/console.md#inbox).
const walk = walkConsole();

/** A conversation that is open in the inbox of an agent. */
async function openFirst(text: string) {
  const shop = await makeTenant(walk.system);
  const customer = uniqueDigits('16');
  await shop.customerWrites(customer, { text });
  const { page } = walk.visit;
  await enterInboxAsAgent(page, walk.system, shop.slug);
  await openConversation(page, text);
  const field = page.getByRole('textbox', { name: 'Answer' });
  const send = page.getByRole('button', { name: 'Send', exact: true });
  return { shop, customer, page, field, send, log: page.getByRole('log'), list: conversations(page) };
}

/** The browser reports what the platform refused, and what found no server. */
const expectProblems = (): void => void walk.visit.problems.splice(0);

test('a text beyond the limit of the channel is kept whole, counted, and not sent', async () => {
  const { page, field, send } = await openFirst('Tell me everything');
  const long = 'word '.repeat(2000).trim();
  await field.click();
  await page.keyboard.insertText(long);
  expect(await field.inputValue()).toBe(long);
  await page.getByText(/Too long: .*9,999.* of .*4,096.* characters/).waitFor();
  await page.keyboard.press('Control+Enter');
  expect(await send.isDisabled()).toBe(true);
  expect(await field.inputValue()).toBe(long);
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.reload();
  await page.getByText(/Too long/).waitFor();
  expect(await field.inputValue()).toBe(long);
  await field.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('x'.repeat(4000));
  await page.getByText(/4,000.* of .*4,096/).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Good');
  await page.getByText(/4,096/).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Enter');
  await sentMark(page).waitFor();
});

test('an emoji is put into a text beyond the limit too, and the counter reads in Arabic on a phone', async () => {
  const { page, field } = await openFirst('How long is it?');
  await field.click();
  await page.keyboard.insertText('x'.repeat(4096));
  await page.getByRole('combobox', { name: 'Emoji', exact: true }).press('Enter');
  const popup = page.getByRole('dialog', { name: 'Emoji' });
  await popup.getByRole('gridcell', { name: 'grinning face', exact: true }).waitFor();
  await page.keyboard.type('red heart');
  await popup.getByRole('gridcell', { name: 'grinning face', exact: true }).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.getByText(/Too long: .*4,098/).waitFor();
  await page.setViewportSize({ width: 375, height: 800 });
  await useLook(page, { language: 'ar', theme: 'dark' });
  await page.getByText(/أطول من المسموح/).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('the text of a refused answer, and of one that found no server, goes back into the field', async () => {
  const { page, field, log, customer } = await openFirst('Can you deliver?');
  await walk.system.sandbox.failNext({ provider: 'wa', mode: 'error', code: 131026, match: { to: customer } });
  await field.click();
  await page.keyboard.type('Tomorrow.');
  await page.keyboard.press('Control+Enter');
  await log.getByText('Meta refused the message.').waitFor();
  await page.keyboard.type('Or later');
  await log.getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => field.inputValue()).toBe('Tomorrow.\nOr later');
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('On Friday.');
  await page.route('**/send-from-dashboard*', (route) => route.abort());
  await page.keyboard.press('Control+Enter');
  await log.getByText('The server does not answer').waitFor();
  // From a note, too.
  await page.getByRole('tab', { name: 'Note' }).click();
  await log.getByRole('button', { name: 'Edit' }).last().click();
  await expect.poll(() => field.inputValue()).toBe('On Friday.');
  await page.unroute('**/send-from-dashboard*');
  await log.getByText('The server does not answer').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Enter');
  await sentMark(page).waitFor();
  const { sends } = await walk.system.sandbox.calls({ channel: 'wa', to: `+${customer}` });
  expect(sends).toHaveLength(1);
  expectProblems();
});

test('the row of a refused answer says that it was not sent, until another attempt sends it', async () => {
  const { page, field, log, list, customer } = await openFirst('Is it refused?');
  await walk.system.sandbox.failNext({ provider: 'wa', mode: 'error', code: 131026, match: { to: customer } });
  await field.click();
  await page.keyboard.type('This will be refused');
  await page.keyboard.press('Control+Enter');
  await log.getByText('Meta refused the message.').waitFor();
  await list.getByText('Not sent').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await log.getByRole('button', { name: 'Try again' }).click();
  await sentMark(page).waitFor();
  await list.getByText('Not sent').waitFor({ state: 'detached' });
  expectProblems();
});

test('an answer that found no server is marked in its row, which opens the conversation, and is sent automatically once when the server is back', async () => {
  const { page, field, log, list, customer, shop } = await openFirst('Where are you?');
  await shop.customerWrites(uniqueDigits('16'), { text: 'Another one' });
  await page.route('**/send-from-dashboard*', (route) => route.abort());
  await field.click();
  await page.keyboard.type('On my way');
  await page.keyboard.press('Control+Enter');
  await log.getByText('The server does not answer').waitFor();
  await list.getByText('Not sent').waitFor();
  await list.getByText(/You.*: .*On my way/).waitFor();
  await openConversation(page, 'Another one');
  const way = page.getByRole('status').filter({ hasText: /1.* conversation has an answer that was not sent/ });
  await way.getByRole('link', { name: 'Open the conversation' }).click();
  await log.getByText('On my way').waitFor();
  await way.waitFor({ state: 'detached' });
  await openConversation(page, 'Another one');
  // The reader does nothing more.
  await page.unroute('**/send-from-dashboard*');
  await list.getByText('Not sent').waitFor({ state: 'detached' });
  await way.waitFor({ state: 'detached' });
  await openConversation(page, 'On my way');
  await sentMark(page).waitFor();
  const { sends } = await walk.system.sandbox.calls({ channel: 'wa', to: `+${customer}` });
  expect(sends).toHaveLength(1);
  expectProblems();
});
