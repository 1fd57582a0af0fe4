import { expect, test } from 'vitest';
import { findAccessibilityProblems } from '../support/browser/check-page.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { conversations } from '../support/console/inbox-pages.ts';
import { uniqueDigits } from '../support/tenants/client.ts';
import { contactsOf } from '../support/tenants/rich-tenant.ts';

// A person is erased from the panel of a conversation (docs/reference/console.md#erasing-a-person), by real keys.
const walk = walkConsole();
const { signIn, goTo } = walk;

async function openPanel(text: string) {
  const { page } = walk.visit;
  await goTo('Inbox');
  await conversations(page).getByText(text, { exact: true }).click();
  await page.getByRole('button', { name: 'Show person' }).click();
  return page.getByRole('region', { name: 'Person' });
}

test('an owner erases a person after typing a word, and the audit log says so', async () => {
  const person = uniqueDigits('49157');
  const other = uniqueDigits('49158');
  await walk.tenant.customerWrites(person, { text: 'Forget me' });
  await walk.tenant.customerWrites(other, { text: 'Keep me' });
  const page = await signIn();
  const panel = await openPanel('Forget me');
  await panel.getByRole('button', { name: 'Erase person…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Erase .*\?$/ });
  await dialog.getByText('What stays:').waitFor();
  await dialog.getByText(/conversation, with its messages/).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await expect.poll(() => dialog.getByLabel(/to confirm$/).evaluate((field) => field.matches(':focus'))).toBe(true);
  await page.keyboard.type('delete');
  await page.keyboard.press('Enter');
  await dialog
    .getByRole('alert')
    .getByText(/^Type the word/)
    .waitFor();
  expect((await walk.tenant.admin('GET', contactsOf(person))).body.items).toHaveLength(1);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('erase');
  await page.keyboard.press('Enter');
  await dialog.getByText(/^Erased: .+ entries\.$/).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await conversations(page).getByText('Keep me', { exact: true }).waitFor();
  await conversations(page).getByText('Forget me', { exact: true }).waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).not.toContain('conversation');
  expect((await walk.tenant.admin('GET', contactsOf(person))).body.items).toEqual([]);
  await goTo('Audit log');
  await page.getByRole('main').getByText('erased a person').waitFor();
});

test('a member who is not an owner is not offered it, and is refused', async () => {
  await walk.tenant.customerWrites(uniqueDigits('49159'), { text: 'Still here' });
  const { email, browser } = await joinTenant(walk.system, walk.tenant.slug, 'agent');
  await signIn(email);
  const panel = await openPanel('Still here');
  await panel.getByText('Addresses').waitFor();
  expect(await panel.getByRole('button', { name: 'Erase person…' }).count()).toBe(0);
  const found = (await browser.call('list-conversations', { limit: 1 })).items[0];
  expect((await browser.ask('erase-contact', { id: found?.contact_id })).body.error).toBe('permission_denied');
});
