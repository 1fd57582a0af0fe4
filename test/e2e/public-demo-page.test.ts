import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSER_START_MS, startBrowser } from '../support/browser/browser.ts';
import { type System, startSystem } from '../support/system/system.ts';

let system: System;
let browser: Browser;
beforeAll(async () => {
  [browser, system] = await Promise.all([startBrowser(), startSystem('one-machine', { PARLEY_DEMO: 'true' })]);
}, BROWSER_START_MS);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
}, 120_000);

// docs/operations/demo.md
test('the button opens the console of a workspace, with the time that is left and a test phone', async () => {
  const page = await browser.newPage();
  await page.goto(`${system.origin}/`);
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Public demo: this workspace is deleted in').waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/console/);
  await page.goto(`${system.origin}/console/phone`);
  const phone = page.frameLocator('iframe');
  await phone.getByRole('log').waitFor();
  await expect.poll(() => phone.getByRole('combobox').nth(1).locator('option').count()).toBe(1);
}, 120_000);
