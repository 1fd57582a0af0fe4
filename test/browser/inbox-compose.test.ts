import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityProblems, overflowOf } from '../support/browser/check-page.ts';
import { holdRequests } from '../support/browser/hold-requests.ts';
import { bodiesTo, openOnChannel } from '../support/console/channel-inbox.ts';
import { openDesk } from '../support/console/console-desk.ts';
import { useLook } from '../support/console/console-walk.ts';
import { conversations, enterInboxAsAgent, openConversation, sentMark } from '../support/console/inbox-pages.ts';
import { openPhone } from '../support/console/phone-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// The composer (docs/reference/console.md#composer).
const desk = openDesk();

async function pick(page: Page, item: string) {
  await page.getByRole('button', { name: 'Add to the conversation' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  return page.getByRole('dialog', { name: item });
}

test('on wa the menu offers what the channel can send, the buttons form starts from the draft, and the customer gets the buttons', async () => {
  const { page, fixture, person } = await openOnChannel(desk, 'wa');
  await page.getByRole('textbox', { name: 'Answer' }).fill('Pick a size');
  await page.getByRole('button', { name: 'Add to the conversation' }).click();
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Buttons', 'List', 'Location', 'Contacts']);
  await page.keyboard.press('Escape');
  const dialog = await pick(page, 'Buttons');
  expect(await dialog.getByLabel('Text').inputValue()).toBe('Pick a size');
  await dialog.getByLabel(/^Button .*1/).fill('Small');
  await dialog.getByRole('button', { name: 'Add a button' }).click();
  await dialog.getByLabel(/^Button .*2/).fill('Small');
  await dialog.getByText('Each title must be different.').waitFor();
  await dialog.getByLabel(/^Button .*2/).fill('Large');
  await dialog.getByLabel('Web address').last().fill('https://shop.example/large');
  await dialog.getByText('either reply buttons or').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await dialog.getByLabel('Web address').last().fill('');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await sentMark(page).waitFor();
  const [body] = await bodiesTo(fixture, person);
  expect(body).toMatchObject({
    interactive: {
      type: 'button',
      action: { buttons: [{ reply: { id: 'Small', title: 'Small' } }, { reply: { id: 'Large', title: 'Large' } }] },
    },
  });
  expect(await page.getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('');
  const buttons = page.getByRole('log').getByRole('list', { name: 'Buttons' }).getByRole('listitem');
  await expect.poll(() => buttons.allInnerTexts()).toEqual(['Small', 'Large']);
  const phone = await openPhone(page, 'wa', { account: fixture.account.id, person: person.replace('+', '') });
  const shown = phone.getByRole('log').getByRole('listitem').filter({ hasText: 'Pick a size' });
  await shown.getByText('Large').waitFor();
});

test('on wa a template may be chosen while the reply window is open, by keys, and the way back keeps the draft', async () => {
  const { page, fixture, person } = await openOnChannel(desk, 'wa');
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.click();
  await page.keyboard.type('Half an answer');
  await page.getByRole('button', { name: 'Templates' }).press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.innerText')).toBe('Write a message');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Answer');
  expect(await answer.inputValue()).toBe('Half an answer');
  await page.getByRole('button', { name: 'Templates' }).press('Enter');
  await page.getByRole('textbox', { name: /^Value .*1/ }).fill('Sara');
  await page.getByRole('textbox', { name: /^Value .*2/ }).fill('number two');
  await page.getByRole('button', { name: 'Send the template' }).press('Enter');
  await sentMark(page).waitFor();
  expect(await bodiesTo(fixture, person)).toMatchObject([{ type: 'template' }]);
});

test('an emoji is found by a word or chosen from its group, by keys, and is put at the cursor', async () => {
  const { page, fixture, person } = await openOnChannel(desk, 'tg');
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.click();
  await page.keyboard.type('Thanks !');
  await page.keyboard.press('ArrowLeft');
  const button = page.getByRole('combobox', { name: 'Emoji', exact: true });
  await button.press('Enter');
  const popup = page.getByRole('dialog', { name: 'Emoji' });
  const grinning = popup.getByRole('gridcell', { name: 'grinning face', exact: true });
  await grinning.waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.type('red heart');
  await grinning.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await popup.waitFor({ state: 'detached' });
  await page.keyboard.type(' from us');
  expect(await answer.inputValue()).toBe('Thanks ❤️ from us!');
  await button.press('Enter');
  await popup.getByRole('button', { name: 'Flags' }).press('Enter');
  await popup.getByRole('gridcell', { name: 'flag: Kuwait', exact: true }).click();
  // Until then the keys are those of the popup.
  await popup.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Enter');
  await sentMark(page).waitFor();
  expect(await bodiesTo(fixture, person)).toMatchObject([{ text: 'Thanks ❤️ from us🇰🇼!' }]);

  await useLook(page, { language: 'ar', theme: 'dark' });
  await page.getByRole('combobox', { name: 'رموز تعبيرية' }).press('Enter');
  await page.getByRole('dialog', { name: 'رموز تعبيرية' }).waitFor();
  await page.keyboard.type('قلب أحمر');
  await page.getByRole('gridcell', { name: 'قلب أحمر', exact: true }).waitFor();
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await overflowOf(page)).toBe(0);
});

test('lists, locations, contacts and polls are sent by their forms, and the thread shows them as cards', async () => {
  const { page, fixture, person } = await openOnChannel(desk, 'tg');
  const log = page.getByRole('log');
  const list = await pick(page, 'List');
  await list.getByLabel('Text').fill('Which day?');
  await list.getByLabel('Title of the button').fill('Days');
  await list.getByLabel(/^Row .*1/).fill('Monday');
  await list.getByLabel('Description').fill('All day');
  await list.getByRole('button', { name: 'Send' }).click();
  await log.getByText('Days').click();
  await log.getByText('All day').waitFor();

  const place = await pick(page, 'Location');
  await place.getByLabel('Latitude and longitude').fill('somewhere');
  await place.getByRole('button', { name: 'Send' }).click();
  await place.getByText('Enter latitude and longitude').waitFor();
  await place.getByLabel('Latitude and longitude').fill('30.0444, 31.2357');
  await place.getByLabel('Name').fill('The shop');
  await place.getByLabel('Address').fill('1 Main Street');
  await place.getByRole('button', { name: 'Send' }).click();
  const map = log.getByRole('link', { name: 'Open in OpenStreetMap' });
  expect(await map.getAttribute('href')).toBe(
    'https://www.openstreetmap.org/?mlat=30.0444&mlon=31.2357#map=16/30.0444/31.2357',
  );

  const contacts = await pick(page, 'Contacts');
  await contacts.getByLabel('Name').fill('Amal Hassan');
  await contacts.getByLabel('Phone number').fill('+201001234567');
  await contacts.getByRole('button', { name: 'Send' }).click();
  await log.getByText('+201001234567').waitFor();

  const poll = await pick(page, 'Poll');
  await poll.getByLabel('Question').fill('Which colour?');
  await poll.getByLabel(/^Option .*1/).fill('Blue');
  await poll.getByLabel(/^Option .*2/).fill('Green');
  await poll.getByLabel('Several answers').check();
  await poll.getByRole('button', { name: 'Send' }).click();
  await log.getByText('Several answers', { exact: true }).waitFor();
  const bodies = await bodiesTo(fixture, person, 4);
  expect(bodies[0]).toMatchObject({ reply_markup: { inline_keyboard: [[{ text: 'Monday' }]] } });
  expect(bodies[1]).toMatchObject({ latitude: 30.0444, longitude: 31.2357, title: 'The shop' });
  expect(bodies[2]).toMatchObject({ phone_number: '+201001234567', first_name: expect.stringContaining('Amal') });
  expect(bodies[3]).toMatchObject({ question: 'Which colour?', allows_multiple_answers: true });
});

test('an answer is scheduled, shows its time, and is cancelled before it is sent', async () => {
  const { page, fixture, person } = await openOnChannel(desk, 'wa');
  await page.getByRole('textbox', { name: 'Answer' }).fill('Good morning');
  await page.getByRole('button', { name: 'More ways to send' }).click();
  await page.getByRole('menuitem', { name: 'Send later' }).click();
  await page.getByRole('dialog', { name: 'Send later' }).getByRole('button', { name: 'Set the time' }).click();
  await page.getByText('Will be sent').waitFor();
  const before = await fixture.balance();
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  const log = page.getByRole('log');
  await log.getByText(/Scheduled for/).waitFor();
  expect(await fixture.balance()).toBe(before - 1);
  await log.getByRole('button', { name: 'Cancel the message' }).click();
  await log.getByText('Cancelled before it was sent').waitFor();
  expect(await log.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  expect(await fixture.balance()).toBe(before);
  expect(await fixture.accepted(person)).toEqual([]);
  await conversations(page).getByText('Good morning').waitFor();
  expect(await conversations(page).getByText('Not sent').count()).toBe(0);
});

test('Ctrl-Shift-Enter sends, resolves and opens the next; a failed answer leaves its conversation open and says so', async () => {
  const shop = await makeTenant(desk.system);
  const [first, second] = [uniqueDigits('16'), uniqueDigits('16')];
  await shop.customerWrites(first, { text: 'The older question', name: 'Ann' });
  await shop.customerWrites(second, { text: 'The newer question', name: 'Bob' });
  const { page } = desk.visit;
  await enterInboxAsAgent(page, desk.system, shop.slug);
  await openConversation(page, 'The newer question');
  await page.getByRole('textbox', { name: 'Answer' }).fill('Answered');
  await page.keyboard.press('Control+Shift+Enter');
  await page.getByRole('log').getByText('The older question').waitFor();
  const peersOf = async (status: string) =>
    (await shop.admin('GET', `/conversations?status=${status}`)).body.items.map(({ peer }: { peer: string }) => peer);
  await expect.poll(() => peersOf('resolved')).toEqual([`+${second}`]);
  await desk.system.sandbox.failNext({ provider: 'wa', mode: 'error', code: 131026, match: { to: first } });
  await page.getByRole('textbox', { name: 'Answer' }).fill('Refused');
  await page.keyboard.press('Control+Shift+Enter');
  await page
    .getByRole('alert')
    .getByText(/answer to .*Ann.* was not sent/)
    .waitFor();
  // The browser reports the refusal.
  desk.visit.problems.splice(0);
  expect(await peersOf('open')).toEqual([`+${first}`]);
  await page.getByRole('link', { name: 'Open the conversation' }).click();
  await page.getByRole('log').getByText('Meta refused the message.').waitFor();
});

test('an answer is confirmed although another conversation was opened while it was being sent', async () => {
  const shop = await makeTenant(desk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'Stay here' });
  await shop.customerWrites(uniqueDigits('16'), { text: 'Leave this' });
  const { page } = desk.visit;
  await enterInboxAsAgent(page, desk.system, shop.slug);
  await openConversation(page, 'Leave this');
  const release = await holdRequests(page, '**/console/trpc/send-from-dashboard');
  await page.getByRole('textbox', { name: 'Answer' }).fill('On its way');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('img', { name: 'Sending' }).waitFor();
  await openConversation(page, 'Stay here');
  release();
  await conversations(page)
    .getByRole('link', { name: /On its way/ })
    .click();
  await sentMark(page).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});

test('the field grows to eight lines, then scrolls', async () => {
  const { page } = await openOnChannel(desk, 'wa');
  const field = page.getByRole('textbox', { name: 'Answer' });
  const heightOf = async (lines: number): Promise<number> => {
    await field.fill(Array.from({ length: lines }, () => 'x').join('\n'));
    return page.evaluate<number>(`document.querySelector('textarea[aria-label="Answer"]').offsetHeight`);
  };
  const [two, five, eight, twenty] = [await heightOf(2), await heightOf(5), await heightOf(8), await heightOf(20)];
  expect(five - two).toBeGreaterThanOrEqual(60);
  expect(eight - five).toBeGreaterThanOrEqual(60);
  expect(twenty).toBe(eight);
  expect(await heightOf(1)).toBeLessThanOrEqual(two);
});

test('fits a conversation with a long account name and a long quote on a phone', async () => {
  const { page, fixture, person } = await openOnChannel(desk, 'wa');
  await fixture.receive(person, { text: `Long ${'x'.repeat(500)}` });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole('log').getByRole('group').last().hover();
  await page.getByRole('toolbar').getByRole('button', { name: 'Quote' }).click();
  await page.getByText('Answer to').waitFor();
  for (const button of ['Resolve', 'More actions', 'Send']) {
    const box = await page.getByRole('button', { name: button, exact: true }).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 375, button).toBe(true);
  }
  expect(await overflowOf(page)).toBe(0);
});

test('thread, composer and forms fit a phone in Arabic and dark, without axe problems', async () => {
  const { page } = await openOnChannel(desk, 'tg');
  await useLook(page, { language: 'ar', theme: 'dark' });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole('textbox', { name: 'الرد' }).fill('مرحبًا');
  await page.keyboard.press('Control+Enter');
  const bubble = page.getByRole('log').getByRole('group').filter({ hasText: 'مرحبًا' });
  await bubble.getByRole('img', { name: 'أُرسلت' }).waitFor();
  await bubble.hover();
  await page.getByRole('toolbar').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  for (const form of ['أزرار', 'قائمة', 'موقع', 'جهات اتصال', 'استطلاع']) {
    await page.getByRole('button', { name: 'أضف إلى المحادثة' }).click();
    await page.getByRole('menuitem', { name: form, exact: true }).click();
    await page.getByRole('dialog', { name: form }).waitFor();
    expect(await findAccessibilityProblems(page), form).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});
