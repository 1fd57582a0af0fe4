import { expect, test } from 'vitest';
import { openWindow } from '../support/browser.ts';
import { makePage } from '../support/connect-channels.ts';
import { enterConsole, walkConsole } from '../support/console-walk.ts';

// Connecting a page from the console (docs/reference/channels.md#connect-links).
const walk = walkConsole();

test('an owner connects a page from the console with the preset address, and returns to Channels with the result', async () => {
  const facebook = await makePage(walk.system);
  // The platform's dialog has another origin, which the walk's own window refuses.
  const { page, problems, context } = await openWindow(walk.browser, { locale: 'en-GB' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterConsole(page, { origin: walk.system.origin, email: walk.owner });
  await page.getByRole('navigation').getByRole('link', { name: 'Channels' }).click();
  await page.getByRole('button', { name: 'Connect channel' }).click();
  await page.getByRole('button', { name: 'Messenger' }).click();
  await page.getByRole('button', { name: 'Create connect link' }).click();
  await page.getByRole('link', { name: 'Open the link' }).click();
  await page.getByRole('link', { name: 'Continue to Facebook' }).click();
  const pages = page.getByRole('group', { name: 'Pages' });
  await pages.getByLabel(facebook.name).waitFor();
  for (const box of await pages.getByRole('checkbox').all()) await box.uncheck();
  await pages.getByLabel(facebook.name).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor();
  await page
    .getByRole('status')
    .getByText(/2.* accounts are connected\./)
    .waitFor();
  await page
    .getByRole('link', { name: new RegExp(facebook.name) })
    .first()
    .waitFor();
  expect(new URL(page.url()).origin).toBe(walk.system.origin);
  expect(problems).toEqual([]);
  await context.close();
});
