import { expect, test } from 'vitest';
import { walkConsole } from '../support/console/console-walk.ts';
import { uniqueDigits } from '../support/tenants/client.ts';

// The settings that a WhatsApp number has at Meta (docs/reference/console.md#usernames, #call-settings).
const walk = walkConsole();

test('an owner reserves the username of a number, moves one from another number, and deletes it, by keyboard', async () => {
  const { wabaId, phoneNumberId, slug } = walk.tenant;
  const ours = `shop_${phoneNumberId}`;
  await walk.system.sandbox.graph.whatsapp.putAccount({
    waba_id: wabaId,
    phone_number_id: uniqueDigits('106'),
    username: { name: ours, status: 'approved' },
  });
  const page = await walk.signIn();
  await walk.goTo('Channels');
  await page
    .getByRole('link', { name: new RegExp(`Number of ${slug}`) })
    .first()
    .click();
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Set username' }).focus();
    await page.keyboard.press('Enter');
  };
  await open();
  const dialog = page.getByRole('dialog', { name: 'Username in WhatsApp' });
  await dialog.getByText('The number has no username.').waitFor();
  const field = dialog.getByLabel('Username', { exact: true });
  await field.fill('support');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('WhatsApp refuses this username').waitFor();
  await field.fill(`@${ours.toUpperCase()}`);
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('Another number of this business has this username.').waitFor();
  await dialog.getByLabel('Take it from another number of this business').check();
  await dialog.getByRole('button', { name: 'Reserve username' }).click();
  await page.getByText(`@${ours}`).waitFor();
  await expect.poll(() => dialog.count()).toBe(0);
  // The browser reports the two refusals as failures.
  expect(walk.visit.problems.splice(0)).toHaveLength(2);

  await open();
  await dialog.getByText(new RegExp(`@${ours}.* is in use now`)).waitFor();
  await dialog.getByRole('button', { name: 'Delete username' }).click();
  const question = page.getByRole('dialog', { name: 'Delete username' });
  await question.getByText('People no longer find the number by this name').waitFor();
  await question.getByRole('button', { name: 'Delete username' }).click();
  await expect.poll(() => page.getByText(`@${ours}`).count()).toBe(0);
});

test('an owner sets who can call a number and when, and a limit of Meta that is too low is said', async () => {
  const { wabaId, phoneNumberId, slug } = walk.tenant;
  const put = (tier: string) =>
    walk.system.sandbox.graph.whatsapp.putAccount({
      waba_id: wabaId,
      phone_number_id: phoneNumberId,
      messaging_limit_tier: tier,
    });
  await put('TIER_1K');
  const page = await walk.signIn();
  await walk.goTo('Channels');
  await page
    .getByRole('link', { name: new RegExp(`Number of ${slug}`) })
    .first()
    .click();
  const open = page.getByRole('button', { name: 'Set calls' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Calls to the number' });
  await dialog.getByLabel('People can call the number').check();
  await dialog.getByLabel('Only in these hours').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').getByText('Messaging limit too low').waitFor();
  expect(walk.visit.problems.splice(0)).toHaveLength(1);
  await put('TIER_2K');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => dialog.count()).toBe(0);

  await open.click();
  expect(await dialog.getByLabel('People can call the number').isChecked()).toBe(true);
  expect(await dialog.getByLabel('Only in these hours').isChecked()).toBe(true);
  expect(await dialog.getByLabel('Show the call button in chats').isChecked()).toBe(true);
});
