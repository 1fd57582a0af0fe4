import type { Browser, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { BROWSER_START_MS, openWindow, type Visit } from '../support/browser/browser.ts';
import { browserTest } from '../support/browser/browser-fixtures.ts';
import { type MadeNumber, makeNumber, makeSignupLink, POPUP_BUTTON } from '../support/channels/signup-walk.ts';
import type { System } from '../support/system/system.ts';
import { makeTenant, type TestTenant } from '../support/tenants/client.ts';

// Windows that speak to the page of Meta's popup (docs/connect-whatsapp.md#the-page-with-the-popup). The popup can go to any
// site, which then has our page as its opener.
let system: System;
let browser: Browser;
let visit: Visit | undefined;

browserTest.beforeAll(({ browser: shared, system: product }) => {
  browser = shared;
  system = product;
}, BROWSER_START_MS);
afterEach(() => visit?.context.close());

const newTenant = (): Promise<TestTenant> => makeTenant(system, { channels: ['wa'], connectWa: false });
const channelsOf = async (tenant: TestTenant) => (await tenant.get('channels')).body.channels;

async function openPopup(tenant: TestTenant): Promise<{ page: Page; popup: Page }> {
  visit = await openWindow(browser, { locale: 'en-GB' });
  const { page, context } = visit;
  // Sites of these names, as an attacker could have them.
  const site = { contentType: 'text/html', body: '<h1>Another site</h1>' };
  await context.route(/facebook\.com|facebook\.example/, (route) => route.fulfill(site));
  await context.route('https://127.0.0.1:9/**', (route) => route.fulfill(site));
  await page.goto(await makeSignupLink(tenant));
  await page.getByRole('link', { name: 'Continue' }).click();
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: POPUP_BUTTON }).click(),
  ]);
  await popup.getByRole('heading', { name: 'Connect your WhatsApp account to Parley' }).waitFor();
  return { page, popup };
}

/** The popup goes to a site as a link in it would, posts what that site wants to our page, and comes back. */
async function postFrom(popup: Page, origin: string, data: unknown): Promise<void> {
  await popup.evaluate(`setTimeout(() => { location.href = '${origin}/' })`);
  await popup.getByRole('heading', { name: 'Another site' }).waitFor();
  await popup.evaluate(`opener.postMessage(${JSON.stringify(data)}, '*'); setTimeout(() => history.back())`);
  await popup.getByRole('heading', { name: 'Connect your WhatsApp account to Parley' }).waitFor();
}

/** The popup's own message stays away, so that only what others claim could count. */
async function finish(popup: Page, { name }: MadeNumber): Promise<void> {
  await popup.getByRole('radio', { name: new RegExp(name) }).check();
  await popup.getByLabel('Message before or after the code').selectOption('never');
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Finish' }).click()]);
}

const claimOf = ({ wabaId, phoneNumberId }: MadeNumber) => ({
  type: 'WA_EMBEDDED_SIGNUP',
  event: 'FINISH',
  data: { waba_id: wabaId, phone_number_id: phoneNumberId },
});
const resultAt = async (page: Page): Promise<Record<string, string>> => {
  await page.getByRole('heading', { name: 'Another site' }).waitFor();
  const { cart: _cart, ...reported } = Object.fromEntries(new URL(page.url()).searchParams);
  return reported;
};

test('sites with names like Meta’s are not heard; a page of Meta is, and what it claims is checked', async () => {
  const [tenant, own] = [await newTenant(), await makeNumber(system, { registered: true })];
  const others = await makeNumber(system, { registered: true });
  const { page, popup } = await openPopup(tenant);
  for (const origin of [
    'https://evilfacebook.com',
    'https://facebook.com.evil-facebook.example',
    'https://www.facebook.com.facebook.example',
    'https://notfacebook.com',
  ])
    for (const data of [claimOf(others), JSON.stringify(claimOf(others))]) await postFrom(popup, origin, data);
  await finish(popup, own);
  expect(await resultAt(page)).toMatchObject({ service_status: 'success', ids: own.phoneNumberId });

  await page.context().close();

  const second = await newTenant();
  const again = await openPopup(second);
  await postFrom(again.popup, 'https://business.facebook.com', claimOf(others));
  await finish(again.popup, own);
  expect(await resultAt(again.page)).toEqual({ service_status: 'error', error: 'not_granted' });
  expect(await channelsOf(second)).toEqual([]);
});

test('messages of no known form, of any size, and with ids that are none, leave the page as it is', async () => {
  const [tenant, own] = [await newTenant(), await makeNumber(system, { registered: true })];
  const { page, popup } = await openPopup(tenant);
  const hostile: unknown[] = [
    null,
    7,
    '{',
    '[]',
    'x'.repeat(1_000_000),
    { type: 'WA_EMBEDDED_SIGNUP' },
    { type: 'WA_EMBEDDED_SIGNUP', event: { length: 9 }, data: [] },
    {
      type: 'WA_EMBEDDED_SIGNUP',
      event: 'FINISH',
      data: { waba_id: { $gt: '' }, phone_number_id: '9'.repeat(1_000_000) },
    },
    {
      type: 'WA_EMBEDDED_SIGNUP',
      event: '<img src=x onerror=alert(1)>',
      data: { waba_id: '../..', phone_number_id: '1 OR 1' },
    },
  ];
  for (const data of hostile) await postFrom(popup, 'https://www.facebook.com', data);
  await finish(popup, own);
  expect(await resultAt(page)).toMatchObject({ service_status: 'success', ids: own.phoneNumberId });
  expect(visit?.problems).toEqual([]);
});
