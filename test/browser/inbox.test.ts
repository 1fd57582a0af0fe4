import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { BROWSER_START_MS, openWindow, startBrowser, type Visit } from '../support/browser.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../support/client.ts';
import { CONSOLE_PASSWORD, joinTenant } from '../support/console-browser.ts';
import { type System, startSystem } from '../support/system.ts';

// The inbox as an agent works with it (docs/reference/console.md#inbox).
let system: System;
let browser: Browser;
let tenant: TestTenant;
let agent: string;
let visit: Visit;

beforeAll(async () => {
  [browser, system] = await Promise.all([startBrowser(), startSystem('one-machine')]);
  tenant = await makeTenant(system, { channels: ['wa', 'tg', 'fb', 'ig', 'tt', 'wd'] });
  agent = (await joinTenant(system, tenant.slug, 'agent')).email;
}, BROWSER_START_MS);
beforeEach(async () => {
  visit = await openWindow(browser, { locale: 'en-GB' });
  await visit.page.setViewportSize({ width: 1440, height: 900 });
});
afterEach(async () => {
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});
afterAll(async () => {
  await Promise.all([browser?.close(), system?.stop()]);
}, 60_000);

async function openInbox(page: Page, email = agent): Promise<void> {
  await page.goto(`${system.origin}/console/sign-in`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(CONSOLE_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
}

const conversations = (page: Page) => page.getByRole('region', { name: 'Conversations' });

test('what a customer writes is in the inbox, the answer reaches them once, and its ticks come back', async () => {
  const { page } = visit;
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'Is it in stock?' });
  await openInbox(page);
  await conversations(page)
    .getByRole('link', { name: /Is it in stock/ })
    .click();
  const thread = page.getByRole('log');
  await thread.getByText('Is it in stock?').waitFor();
  await page.getByRole('textbox', { name: 'Answer' }).fill('Yes, it is.');
  await page.keyboard.press('Control+Enter');
  await thread.getByText('Yes, it is.').waitFor();
  await thread.getByRole('img', { name: 'Sent' }).waitFor();
  await tenant.customerWrites(customer, { text: 'Thank you' });
  await thread.getByText('Thank you').waitFor();
  expect(await thread.getByText('Yes, it is.').count()).toBe(1);
});
