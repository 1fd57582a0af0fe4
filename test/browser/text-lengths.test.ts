import { expect, test } from 'vitest';
import { findAccessibilityProblems } from '../support/browser/check-page.ts';
import { bodiesTo, openOnChannel } from '../support/console/channel-inbox.ts';
import { openDesk } from '../support/console/console-desk.ts';
import { sentMark } from '../support/console/inbox-pages.ts';

// A text that is too long for its field is not cut (docs/reference/console.md#problems), by real keys.
const desk = openDesk();

test('a title of a button that is too long stays, is counted, and is not sent until it is shortened', async () => {
  const { page, fixture, person } = await openOnChannel(desk, 'wa');
  await page.getByRole('button', { name: 'Add to the conversation' }).click();
  await page.getByRole('menuitem', { name: 'Buttons' }).click();
  const dialog = page.getByRole('dialog', { name: 'Buttons' });
  const title = dialog.getByLabel(/^Button .*1/);
  await dialog.getByLabel('Text').click();
  await page.keyboard.type('Pick one');
  await title.click();
  await page.keyboard.type('Our largest cake');
  await dialog.getByText(/^.?16.? of .?20.? characters$/).waitFor();
  await page.keyboard.type(' with cream');
  await dialog
    .getByRole('alert')
    .getByText(/^Too long: .?27.? of .?20.? characters/)
    .waitFor();
  expect(await title.inputValue()).toBe('Our largest cake with cream');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  expect(await dialog.getByRole('button', { name: 'Send' }).isVisible()).toBe(true);
  expect(await fixture.accepted(person)).toEqual([]);
  for (const _ of ' with cream') await page.keyboard.press('Backspace');
  await dialog.getByRole('alert').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await sentMark(page).waitFor();
  expect(await bodiesTo(fixture, person)).toMatchObject([
    { interactive: { action: { buttons: [{ reply: { title: 'Our largest cake' } }] } } },
  ]);
});

test('a draft that is too long for a list is refused as soon as its form opens', async () => {
  const { page } = await openOnChannel(desk, 'wa');
  await page.getByRole('textbox', { name: 'Answer' }).fill('x'.repeat(1500));
  await page.getByRole('button', { name: 'Add to the conversation' }).click();
  await page.getByRole('menuitem', { name: 'List' }).click();
  const dialog = page.getByRole('dialog', { name: 'List' });
  await dialog
    .getByRole('alert')
    .getByText(/^Too long: .?1,500.? of .?1,024.? characters/)
    .waitFor();
  expect(
    await dialog.getByLabel('Text').evaluate((field: { validity: { valid: boolean } }) => field.validity.valid),
  ).toBe(false);
});
