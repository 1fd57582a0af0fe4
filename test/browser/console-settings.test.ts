import { totpCode, totpStepAt } from '@parley/accounts/domain/totp';
import { expect, test } from 'vitest';
import { openWindow } from '../support/browser.ts';
import { CONSOLE_PASSWORD, joinTenant } from '../support/console-browser.ts';
import { enterConsole, walkConsole } from '../support/console-walk.ts';

// What people set up in the console, each screen by its main job (docs/reference/console.md#pages).
const walk = walkConsole();
const { signIn, open } = walk;

const PATIENCE_MS = 30_000;

test('a member turns the second factor on with the shown secret, and signs in with a recovery code', async () => {
  const { email } = await joinTenant(walk.system, walk.tenant.slug, 'agent');
  const { page } = walk.visit;
  await enterConsole(page, { origin: walk.system.origin, email });
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(CONSOLE_PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: /QR code/ }).waitFor();
  const secret = (await dialog.locator('pre').textContent()) ?? '';
  await dialog.getByLabel('Code of the authenticator').fill(totpCode(secret, totpStepAt(new Date())));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('The second factor is on.').waitFor();
  const codes = ((await dialog.locator('pre').textContent()) ?? '').split('\n');
  expect(codes).toHaveLength(10);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('On', { exact: true }).waitFor();

  const other = await openWindow(walk.browser, { locale: 'en-GB' });
  await enterConsole(other.page, { origin: walk.system.origin, email });
  await other.page.getByLabel('Code').fill(codes[0] ?? '');
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.page.getByRole('heading', { name: 'Home' }).waitFor();
  await other.context.close();
});

test('a member ends their other sessions, changes their password, and turns single keys off', async () => {
  const { email, browser } = await joinTenant(walk.system, walk.tenant.slug, 'developer');
  const page = await signIn(email);
  await open('/account');
  await page.getByRole('row', { name: /This one/ }).waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' });
  await expect.poll(async () => (await browser.ask('me')).status, { timeout: PATIENCE_MS }).toBe(401);

  await page.getByLabel('Your password').fill('not my password');
  await page.getByLabel('New password').fill(`${CONSOLE_PASSWORD}!`);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('password or code is wrong').waitFor();
  // The browser reports each answer that is an error.
  walk.visit.problems.splice(0);
  await page.getByLabel('Your password').fill(CONSOLE_PASSWORD);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('The new password counts').waitFor();

  await page.getByLabel('Single keys are commands').uncheck();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Go to or do' }).waitFor();
});
