import { expect, test } from 'vitest';
import { openWindow } from '../support/browser/browser.ts';
import { findAccessibilityProblems } from '../support/browser/check-page.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { openDesk } from '../support/console/console-desk.ts';
import { conversations, enterInbox } from '../support/console/inbox-pages.ts';
import { makeTenant } from '../support/tenants/client.ts';

// The next step that an empty inbox offers (docs/reference/console.md#inbox), by real keys and pointers.
const desk = openDesk();

test('with a channel the empty inbox opens the test phone on an account of the workspace, and the message appears', async () => {
  const tenant = await makeTenant(desk.system);
  // Another workspace, whose account is newer.
  await makeTenant(desk.system);
  const { email } = await joinTenant(desk.system, tenant.slug, 'owner');
  const { page } = desk.visit;
  await enterInbox(page, desk.system, email);
  await page.getByRole('heading', { name: 'Write to yourself from the test phone' }).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open the test phone' }).focus();
  await page.keyboard.press('Enter');
  const phone = page.frameLocator('iframe');
  await expect.poll(() => phone.getByLabel('Account').inputValue()).toBe(tenant.phoneNumberId);
  await phone.getByRole('textbox', { name: 'Message' }).click();
  await page.keyboard.type('My first message');
  await page.keyboard.press('Enter');
  await conversations(page).getByText('My first message').waitFor();
});

test('an agent is offered the phone too, and in a narrow window it is a separate screen', async () => {
  const tenant = await makeTenant(desk.system);
  const { email } = await joinTenant(desk.system, tenant.slug, 'agent');
  const { page, context } = await openWindow(desk.browser, { locale: 'en-GB' });
  await page.setViewportSize({ width: 375, height: 812 });
  await enterInbox(page, desk.system, email);
  await page.getByRole('link', { name: 'Open the test phone' }).click();
  await expect.poll(() => page.frameLocator('iframe').getByLabel('Account').inputValue()).toBe(tenant.phoneNumberId);
  await context.close();
});

test('without a channel it leads to the channels, and without the sandbox it names the accounts', async () => {
  const bare = await makeTenant(desk.system, { connectWa: false });
  const owner = await joinTenant(desk.system, bare.slug, 'owner');
  const { page } = desk.visit;
  await enterInbox(page, desk.system, owner.email);
  await page.getByRole('main').getByRole('link', { name: 'Connect a channel' }).waitFor();
  const connected = await makeTenant(desk.system, { label: 'Bakery line' });
  const { email } = await joinTenant(desk.system, connected.slug, 'owner');
  const { page: other, context } = await openWindow(desk.browser, { locale: 'en-GB' });
  await other.route('**/console/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), sandbox_origin: null } });
  });
  await enterInbox(other, desk.system, email);
  await other.getByText('Write to one of these from your own phone.').waitFor();
  await other.getByRole('main').getByText('Bakery line').waitFor();
  await other
    .getByRole('main')
    .getByText(/^\+15\d+$/)
    .waitFor();
  expect(await other.getByRole('button', { name: 'Open the test phone' }).count()).toBe(0);
  await context.close();
});
