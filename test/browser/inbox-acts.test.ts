import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityProblems } from '../support/browser/check-page.ts';
import { openChannelFixture } from '../support/channels/channel-fixture.ts';
import { CONFORMING_CHANNELS } from '../support/channels/conforming-channels.ts';
import { linkDevice, makePerson, personWritesTo, WD } from '../support/channels/linked-devices.ts';
import { openOnChannel } from '../support/console/channel-inbox.ts';
import { openDesk } from '../support/console/console-desk.ts';
import { enterInboxAsAgent, openConversation, sentMark } from '../support/console/inbox-pages.ts';
import { openPhone } from '../support/console/phone-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Acts on messages in the thread (docs/reference/console.md#messages), with the test phone beside it.
const desk = openDesk();

const thread = (page: Page) => page.getByRole('log');
const bubble = (page: Page, text: string | RegExp) => thread(page).getByRole('group').filter({ hasText: text });

async function answer(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Answer' }).fill(text);
  await page.keyboard.press('Control+Enter');
  await bubble(page, text)
    .getByRole('img', { name: /^(Sent|Delivered|Read)$/ })
    .waitFor();
}

/** Presses an action of a message, with the pointer. */
async function act(page: Page, text: string, action: string): Promise<void> {
  await bubble(page, text).hover();
  await thread(page).getByRole('toolbar').getByRole('button', { name: action, exact: true }).click();
}

test('on a linked phone an answer is edited, gets a reaction, and is deleted after a confirmation; the customer’s phone shows each', async () => {
  const { system } = desk;
  const tenant = await makeTenant(system, WD);
  const { number } = await linkDevice(system, tenant);
  const person = await makePerson(system);
  await personWritesTo(system, person, number, { type: 'text', text: 'Are you open?' });
  const { page } = desk.visit;
  await enterInboxAsAgent(page, system, tenant.slug);
  await openConversation(page, 'Are you open?');
  await answer(page, 'Until nyne');
  await answer(page, 'Wrong chat');
  await act(page, 'Until nyne', 'Edit');
  const editor = page.getByRole('textbox', { name: 'Edit the message' });
  expect(await editor.inputValue()).toBe('Until nyne');
  await editor.press('Escape');
  await editor.waitFor({ state: 'detached' });
  await act(page, 'Until nyne', 'Edit');
  await editor.fill('Until nine');
  await editor.press('Control+Enter');
  await bubble(page, 'Until nine').getByText('edited').waitFor();
  await act(page, 'Until nine', 'React');
  await page.getByRole('menuitem', { name: /React with .*❤️/ }).click();
  await thread(page)
    .getByRole('img', { name: /Reaction .*❤️/ })
    .waitFor();
  await act(page, 'Wrong chat', 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete this message?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await bubble(page, 'Wrong chat').waitFor();
  await act(page, 'Wrong chat', 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await thread(page).getByText('This message was deleted').waitFor();
  expect(await bubble(page, 'Wrong chat').count()).toBe(0);
  const phone = await openPhone(page, 'wd', { account: number, person });
  const onPhone = phone.getByRole('log').getByRole('listitem');
  const edited = onPhone.filter({ hasText: 'Until nine' });
  await edited.getByText('edited').waitFor();
  await edited.getByRole('img', { name: /The account reacted with ❤/ }).waitFor();
  await onPhone.getByText('Taken back').waitFor();
});

test('by keyboard alone a message is chosen, reacted to and quoted; the quote leads back to it', async () => {
  const { system } = desk;
  const telegram = CONFORMING_CHANNELS.find(({ code }) => code === 'tg');
  if (!telegram) throw new Error('There is no tg.');
  const fixture = await openChannelFixture(system, telegram);
  const person = telegram.makePerson();
  const { provider_message_id: target } = await fixture.receive(person, { text: 'In which colours?' });
  await fixture.receive(person, { text: 'And sizes?' });
  const { page } = desk.visit;
  await enterInboxAsAgent(page, system, fixture.tenant.slug);
  await openConversation(page, 'And sizes?');
  await thread(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => page.evaluate('document.activeElement.innerText')).toContain('In which colours?');
  await thread(page).getByRole('toolbar').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: /React with .*👍/ }).waitFor();
  await page.keyboard.press('Enter');
  await thread(page)
    .getByRole('img', { name: /Reaction .*👍/ })
    .waitFor();
  const acts = () => system.sandbox.acts({ target });
  await expect.poll(acts).toMatchObject([{ act: 'react', value: '👍' }]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
  await page.getByText('Answer to').waitFor();
  await page.keyboard.type('In blue and green');
  await page.keyboard.press('Control+Enter');
  await sentMark(page).waitFor();
  await expect
    .poll(async () => (await fixture.accepted(person)).map(({ body }) => body))
    .toMatchObject([{ text: 'In blue and green', reply_parameters: { message_id: Number(target.split(':')[1]) } }]);
  const quoted = bubble(page, 'In blue and green').getByRole('button', { name: /Show the quoted message/ });
  expect(await quoted.innerText()).toContain('In which colours?');
  await quoted.press('Enter');
  await thread(page).locator('[aria-current=true]').getByText('In which colours?').waitFor();
  await page.getByRole('textbox', { name: 'Answer' }).fill('x');
  expect(await page.getByText('Answer to').count()).toBe(0);
});

test('a quote of a message that is not loaded opens the messages around it', async () => {
  const tenant = await makeTenant(desk.system);
  const customer = uniqueDigits('16');
  const first = await tenant.customerWrites(customer, { text: 'The very first question' });
  await tenant.customerWrites(customer, {
    batch: Array.from({ length: 120 }, (_, n) => ({ text: `Line ${n}` })),
  });
  await tenant.customerWrites(customer, { text: 'This is what I mean', reply_to: first.provider_message_id });
  const { page } = desk.visit;
  await enterInboxAsAgent(page, desk.system, tenant.slug);
  await openConversation(page, 'This is what I mean');
  await bubble(page, 'This is what I mean')
    .getByRole('button', { name: /Show the quoted/ })
    .click();
  await thread(page).locator('[aria-current=true]').getByText('The very first question').waitFor();
  await page.getByRole('button', { name: 'Jump to the newest message' }).click();
  await thread(page).getByText('This is what I mean').waitFor();
});

test('offers the acts that the channel has: on wa and tt no edit and no deletion', async () => {
  for (const [code, names] of [
    ['wa', ['React', 'Quote', 'Copy the text']],
    ['tt', ['Quote', 'Copy the text']],
  ] as const) {
    const { page } = await openOnChannel(desk, code, 'Which acts?');
    await answer(page, 'These acts');
    await bubble(page, 'These acts').hover();
    await thread(page).getByRole('toolbar').waitFor();
    const buttons = await thread(page).getByRole('toolbar').getByRole('button').all();
    const labels = await Promise.all(buttons.map((button) => button.getAttribute('aria-label')));
    expect(labels).toEqual(names);
  }
});

test('where the browser refuses the clipboard, Copy shows the text of the message in a dialog, selected for Ctrl-C', async () => {
  const tenant = await makeTenant(desk.system);
  await tenant.customerWrites(uniqueDigits('16'), { text: 'Two boxes, please' });
  const { page } = desk.visit;
  await enterInboxAsAgent(page, desk.system, tenant.slug);
  await openConversation(page, 'Two boxes, please');
  const session = await page.context().newCDPSession(page);
  await session.send('Browser.setPermission', { permission: { name: 'clipboard-write' }, setting: 'denied' });
  await act(page, 'Two boxes, please', 'Copy the text');
  const dialog = page.getByRole('dialog', { name: 'Copy the text' });
  await dialog.getByText('The browser does not allow copying.').waitFor();
  const selected = dialog.locator('pre').evaluate((block) => {
    const selection = block.ownerDocument.getSelection();
    return selection && block.contains(selection.anchorNode) ? String(selection) : null;
  });
  expect(await selected).toBe('Two boxes, please');
  // The browser's own content of the clipboard.
  await page.evaluate(
    "addEventListener('copy', () => { globalThis.copied = String(getSelection()); }, { once: true })",
  );
  await page.keyboard.press('Control+c');
  expect(await page.evaluate('globalThis.copied')).toBe('Two boxes, please');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});
