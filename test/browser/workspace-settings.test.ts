import { expect, test } from 'vitest';
import { openWindow } from '../support/browser.ts';
import { chooseOption } from '../support/choose-option.ts';
import { makeTenant } from '../support/client.ts';
import { joinTenant } from '../support/console-browser.ts';
import { enterConsole, walkConsole } from '../support/console-walk.ts';

// The settings of a workspace (docs/reference/console.md#settings), by real keys.
const walk = walkConsole();

test('an owner renames the workspace and chooses Arabic for everybody who chose no language', async () => {
  const { slug } = await makeTenant(walk.system);
  const [owner, agent] = [await joinTenant(walk.system, slug, 'owner'), await joinTenant(walk.system, slug, 'agent')];
  const page = await walk.signIn(owner.email);
  await walk.goTo('Settings');
  await page.getByLabel('Name of the workspace').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Noor Bakery');
  await page.getByLabel('Time zone').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Asia/Kuwait');
  await chooseOption(page, 'Language', 'ar');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByRole('heading', { name: 'الإعدادات' }).waitFor();
  await page.getByText('Noor Bakery', { exact: true }).first().waitFor();
  const settings = { name: 'Noor Bakery', language: 'ar', time_zone: 'Asia/Kuwait' };
  expect(await owner.browser.call('get-workspace', {})).toMatchObject(settings);

  const other = await openWindow(walk.browser, { locale: 'en-GB' });
  await enterConsole(other.page, { origin: walk.system.origin, email: agent.email });
  await other.page.locator('html[dir="rtl"]').waitFor();
  await other.context.close();
});

test('a shorter retention is saved only after a warning', async () => {
  const { email, browser } = await joinTenant(walk.system, walk.tenant.slug, 'owner');
  const page = await walk.signIn(email);
  await walk.goTo('Settings');
  await page.getByLabel('Keep for days').click();
  await page.keyboard.type('30');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete older messages?' });
  await dialog.getByText(/older than .*30.* days/).waitFor();
  await page.keyboard.press('Escape');
  expect(await browser.call('get-workspace', {})).toMatchObject({ retention_days: null });
  await page.getByLabel('Keep for days').press('Enter');
  await dialog.getByRole('button', { name: 'Delete older messages' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await browser.call('get-workspace', {})).toMatchObject({ retention_days: 30 });
});

test('an agent has no settings', async () => {
  const { email, browser } = await joinTenant(walk.system, walk.tenant.slug, 'agent');
  expect((await browser.ask('update-workspace', { name: 'Mine' })).status).toBe(403);
  const page = await walk.signIn(email);
  expect(await page.getByRole('link', { name: 'Settings', exact: true }).count()).toBe(0);
});
