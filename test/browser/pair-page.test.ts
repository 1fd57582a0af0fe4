import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSER_START_MS, openWindow } from '../support/browser/browser.ts';
import { browserTest } from '../support/browser/browser-fixtures.ts';
import { holdRequests } from '../support/browser/hold-requests.ts';
import {
  expectNothingSticksOut,
  makePairPages,
  type PairPages,
  pictureOf,
  problemsOf,
  seeEnding,
} from '../support/console/pair-pages.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { makeTenant, type TestTenant } from '../support/tenants/client.ts';
import { expectSigned, webhookOf } from '../support/webhooks/expectations.ts';

// The hosted page of a linking session (docs/reference/sessions.md#hosted-page), in a real browser, with the stock
// client on the emulated network. Cutting the network affects every session: tests that cut it come first, the others
// run concurrently. A cut would affect the devices of other files too, so this file has a system of its own.

let system: System;
let browser: Browser;
let database: TestDatabase;
let tenant: TestTenant;
let pages: PairPages;

browserTest.beforeAll(({ browser: shared }) => {
  browser = shared;
}, BROWSER_START_MS);
beforeAll(async () => {
  database = await createTestDatabase();
  system = await startSystem('one-machine', { DATABASE_URL: database.url });
  tenant = await makeTenant(system, { channels: ['wd'], connectWa: false });
  pages = makePairPages(system, tenant, browser);
});
afterAll(async () => {
  await system?.stop();
  await database?.drop();
}, 60_000);

test('by QR: the page shows it on request, replaces it when its connection breaks, and reports the link after the scan; channel.connected follows', async () => {
  const session = await pages.newSession();
  const visit = await pages.open(session);
  const { page } = visit;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  await page.getByText('Not linked yet.').waitFor();
  // Opening the page does not open a connection.
  expect((await tenant.get('session-status', { session_token: session.session_token })).body.status).toBe('created');

  await page.getByText('QR code', { exact: true }).click();
  const first = await pages.shownQr(page, session);
  await page.getByText('Waiting for your phone.').waitFor();
  await expectNothingSticksOut(page);

  await pages.replaceConnection(session);
  const second = await pages.shownQr(page, session);
  expect(second).not.toBe(first);

  const number = await pages.newPhone();
  await system.sandbox.devices.scan(number, second);
  await seeEnding(page, 'WhatsApp is linked');
  expect(await page.getByRole('radio').count()).toBe(0);
  const connected = await pages.connectedWebhook(session);
  expectSigned(connected, tenant.webhookSecret);
  expect(connected.body.data).toMatchObject({ channel: 'wd', identifier: `+${number}`, label: 'Palm Bakery' });
  expect(problemsOf(visit)).toEqual([]);
  expect(asked.filter((origin) => origin !== system.origin && origin !== 'null')).toEqual([]);

  // Reopening the link shows the same.
  const again = await pages.open(session);
  await seeEnding(again.page, 'WhatsApp is linked');
  expect(again.problems).toEqual([]);
});

test('a code whose connection breaks disappears, and another one can be requested', async () => {
  const session = await pages.newSession();
  const { page } = await pages.open(session);
  await page.getByLabel('Your WhatsApp number').fill(`+${await pages.newPhone()}`);
  await page.getByRole('button', { name: 'Get the code' }).click();
  await page.getByRole('status', { name: 'Your code' }).waitFor();
  await system.sandbox.devices.cut(200);
  await page.getByRole('alert').getByText('The code has expired. Get another one.').waitFor();
  await page.getByRole('button', { name: 'Get the code' }).click();
  await page.getByRole('status', { name: 'Your code' }).waitFor();
});

test('a QR whose connection is replaced before the page’s next poll does not stay on the page', async () => {
  const session = await pages.newSession();
  const { page } = await openWindow(browser);
  const release = await holdRequests(page, '**/status');
  await page.goto(session.pair_url);
  await page.getByText('QR code', { exact: true }).click();
  const first = await pages.shownQr(page, session);
  await pages.replaceConnection(session);
  release();
  expect(await pages.shownQr(page, session)).not.toBe(first);
});

test('a code whose connection is replaced before the page’s next poll does not stay on the page', async () => {
  const session = await pages.newSession();
  const { page } = await openWindow(browser);
  const release = await holdRequests(page, '**/status');
  await page.goto(session.pair_url);
  await page.getByLabel('Your WhatsApp number').fill(`+${await pages.newPhone()}`);
  await page.getByRole('button', { name: 'Get the code' }).click();
  await page.getByRole('status', { name: 'Your code' }).waitFor();
  await pages.replaceConnection(session);
  release();
  await page.getByRole('alert').getByText('The code has expired. Get another one.').waitFor();
});

test.concurrent('a QR is replaced when it expires', { timeout: 120_000 }, async () => {
  const session = await pages.newSession();
  const { page } = await pages.open(session);
  await page.getByText('QR code', { exact: true }).click();
  const first = await pages.shownQr(page, session);
  const before = await pictureOf(page);
  await pollUntil(async () => ((await pictureOf(page)) === before ? null : true), {
    deadlineMs: 80_000,
    what: () => 'another QR',
    everyMs: 500,
  });
  const second = await pages.shownQr(page, session);
  expect(second).not.toBe(first);
  const number = await pages.newPhone();
  await system.sandbox.devices.scan(number, second);
  await seeEnding(page, 'WhatsApp is linked');
});

test.concurrent('a QR disappears after ten minutes without a scan, and returns on request', async () => {
  const session = await pages.newSession();
  const { page } = await openWindow(browser);
  await page.clock.install();
  await page.goto(session.pair_url);
  await page.getByText('QR code', { exact: true }).click();
  await pages.shownQr(page, session);
  await page.clock.fastForward('11:00');
  const showAgain = page.getByRole('button', { name: 'Show the QR code' });
  await showAgain.waitFor();
  expect(await page.getByAltText('QR code').isVisible()).toBe(false);
  await showAgain.click();
  await pages.shownQr(page, session);
  expect(await showAgain.isVisible()).toBe(false);
});

test.concurrent('by code: a wrong number is an error on the page, the code is typed on the phone, the page reports the link and channel.connected follows', async () => {
  const session = await pages.newSession();
  const visit = await pages.open(session);
  const { page } = visit;
  const field = page.getByLabel('Your WhatsApp number');
  const getCode = page.getByRole('button', { name: 'Get the code' });
  await field.fill('555');
  await getCode.click();
  await page.getByRole('alert').getByText('Enter the number with its country code.').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');

  const number = await pages.newPhone();
  await field.fill(`00${number.slice(0, 3)} (${number.slice(3, 6)}) ${number.slice(6)}`);
  // Enter submits the form too.
  await field.press('Enter');
  const code = page.getByRole('status', { name: 'Your code' });
  await code.waitFor();
  expect(await code.textContent()).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(await page.getByText('Valid for').textContent()).toMatch(/Valid for \d:\d\d/);
  await page.getByText('Tap Link a device, then Link with phone number instead.').waitFor();
  await expectNothingSticksOut(page);

  // Another code replaces the first.
  const firstCode = await code.textContent();
  await page.getByRole('button', { name: 'Get another code' }).click();
  await getCode.click();
  await code.waitFor();
  const typed = await code.textContent();
  expect(typed).not.toBe(firstCode);

  await system.sandbox.devices.enterCode(number, typed ?? '');
  await seeEnding(page, 'WhatsApp is linked');
  const connected = await pages.connectedWebhook(session);
  expectSigned(connected, tenant.webhookSecret);
  expect(connected.body.data).toMatchObject({ channel: 'wd', identifier: `+${number}` });
  expect(visit.problems).toEqual([]);
});

test.concurrent('in Arabic all except numbers and codes runs from right to left, and Arabic digits are accepted', async () => {
  const session = await pages.newSession('متجر النخيل');
  const visit = await pages.open(session, 'ar-SA');
  const { page } = visit;
  const directionOf = (selector: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).direction`);
  expect(await page.locator('html').getAttribute('lang')).toBe('ar');
  expect(await directionOf('body')).toBe('rtl');
  await page.getByRole('heading', { name: 'ربط واتساب' }).waitFor();
  await page.getByText('متجر النخيل').waitFor();
  const box = async (name: string) => (await page.getByText(name, { exact: true }).boundingBox())?.x ?? 0;
  expect(await box('رمز الاقتران')).toBeGreaterThan(await box('رمز QR'));
  await expectNothingSticksOut(page);

  const number = await pages.newPhone();
  const arabic = number.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
  await page.getByLabel('رقم واتساب الخاص بك').fill(`+${arabic}`);
  await page.getByRole('button', { name: 'احصل على الرمز' }).click();
  const code = page.getByRole('status', { name: 'رمزك' });
  await code.waitFor();
  expect(await directionOf('#code')).toBe('ltr');
  await expectNothingSticksOut(page);
  await system.sandbox.devices.enterCode(number, (await code.textContent()) ?? '');
  await seeEnding(page, 'تم ربط واتساب');
  expect(visit.problems).toEqual([]);

  await page.getByRole('link', { name: 'English' }).click();
  await seeEnding(page, 'WhatsApp is linked');
  expect(await directionOf('body')).toBe('ltr');
  await page.getByRole('link', { name: 'العربية' }).click();
  await seeEnding(page, 'تم ربط واتساب');
});

test.concurrent('a link that expires, or whose session is deleted, says so on an open page and when it is opened later', async () => {
  const [expiring, deleted] = [await pages.newSession(), await pages.newSession()];
  const watching = await pages.open(expiring);
  await watching.page.getByText('Not linked yet.').waitFor();
  await database.db.query({
    text: `UPDATE devices SET expires_at = now() - interval '1 second' WHERE id = $1`,
    values: [expiring.account_id],
  });
  await seeEnding(watching.page, 'This link is no longer valid');
  expect(await watching.page.getByLabel('Your WhatsApp number').isVisible()).toBe(false);

  const { page } = await pages.open(deleted);
  await page.getByText('QR code', { exact: true }).click();
  await pages.shownQr(page, deleted);
  await tenant.post('delete-session', { session_token: deleted.session_token });
  await seeEnding(page, 'This link is no longer valid');
  expect(await page.getByAltText('QR code').isVisible()).toBe(false);

  for (const session of [expiring, deleted]) {
    const later = await pages.open(session);
    await seeEnding(later.page, 'This link is no longer valid');
    expect(problemsOf(later)).toEqual([]);
  }
  const forged = await pages.open({ ...expiring, pair_url: `${expiring.pair_url.slice(0, -3)}xyz` });
  await seeEnding(forged.page, 'This link is no longer valid');
});

test.concurrent('after the phone removed the device, the page says so and links nothing', async () => {
  const session = await pages.newSession();
  const { page } = await pages.open(session);
  const number = await pages.newPhone();
  await page.getByLabel('Your WhatsApp number').fill(number);
  await page.getByRole('button', { name: 'Get the code' }).click();
  const code = page.getByRole('status', { name: 'Your code' });
  await code.waitFor();
  await system.sandbox.devices.enterCode(number, (await code.textContent()) ?? '');
  await seeEnding(page, 'WhatsApp is linked');
  await pages.connectedWebhook(session);
  await system.sandbox.devices.logOut(number);
  await webhookOf(tenant, 'channel.disconnected', ({ id }) => id === String(session.account_id));
  await page.reload();
  await seeEnding(page, 'The phone is no longer linked');
  expect(await page.getByLabel('Your WhatsApp number').isVisible()).toBe(false);
});
