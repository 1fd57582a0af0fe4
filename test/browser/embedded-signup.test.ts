import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BROWSER_START_MS, openWindow, type Visit } from '../support/browser/browser.ts';
import { browserTest } from '../support/browser/browser-fixtures.ts';
import { type RedirectSite, startRedirectSite } from '../support/browser/redirect-site.ts';
import type { System } from '../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../support/tenants/client.ts';
import { expectSigned, webhookOf } from '../support/webhooks/expectations.ts';

// A number by Meta's popup as its owner connects it (docs/connect-whatsapp.md), in a real browser, with the sandbox's SDK.
let system: System;
let browser: Browser;
let shop: RedirectSite;
let visit: Visit | undefined;

browserTest.beforeAll(({ browser: shared, system: product }) => {
  browser = shared;
  system = product;
}, BROWSER_START_MS);
beforeAll(async () => {
  shop = await startRedirectSite();
});
afterEach(() => visit?.context.close());
afterAll(() => shop?.close());

const PIN = '581063';
const newTenant = (): Promise<TestTenant> => makeTenant(system, { channels: ['wa'], connectWa: false });
const newLink = async (tenant: TestTenant): Promise<string> =>
  (await tenant.get('connect-link', { channel: 'wa', redirect_url: shop.url })).body.connect_url;

async function makeNumber(
  facts: { wabaId?: string; registered?: boolean; pin?: string; is_on_biz_app?: boolean } = {},
) {
  const { wabaId = uniqueDigits('102'), registered = false, ...more } = facts;
  const [phoneNumberId, number] = [uniqueDigits('106'), uniqueDigits('1555')];
  const account = { waba_id: wabaId, token: `own-${wabaId}`, subscribed: false, registered, ...more };
  await system.sandbox.graph.whatsapp.putAccount({
    ...account,
    phone_number_id: phoneNumberId,
    number,
    verified_name: `Bakery ${phoneNumberId}`,
  });
  return { wabaId, phoneNumberId, name: `Bakery ${phoneNumberId}` };
}
type Made = Awaited<ReturnType<typeof makeNumber>>;

/** Opens a link and continues to the page of the popup. */
async function openLink(tenant: TestTenant): Promise<Visit> {
  // The shop's certificate comes from an authority that no browser trusts.
  visit = await openWindow(browser, { ignoreHTTPSErrors: true, locale: 'en-GB' });
  await visit.page.goto(await newLink(tenant));
  await visit.page.getByRole('heading', { name: 'Connect WhatsApp' }).waitFor();
  await visit.page.getByRole('link', { name: 'Continue' }).click();
  await visit.page.getByRole('button', { name: ANOTHER_NUMBER }).waitFor();
  return visit;
}

const ANOTHER_NUMBER = 'Continue with Facebook';
const OWN_APP = 'I use the WhatsApp Business app on my phone';

/** Clicks the button, and returns the popup. */
async function openPopup({ page }: Visit, name = ANOTHER_NUMBER): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name }).click()]);
  await popup.getByRole('heading', { name: 'Connect your WhatsApp account to Parley' }).waitFor();
  return popup;
}

interface Choice {
  event?: string;
  order?: 'before' | 'after' | 'never';
  claim?: string;
}
async function finish(popup: Page, { name }: Made, { event, order, claim }: Choice = {}): Promise<void> {
  await popup.getByRole('radio', { name: new RegExp(name) }).check();
  if (event) await popup.getByLabel('Event').selectOption(event);
  if (order) await popup.getByLabel('Message before or after the code').selectOption(order);
  if (claim) await popup.getByLabel('Claimed number').fill(claim);
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Finish' }).click()]);
}

async function enterPin({ page }: Visit, pin: string): Promise<void> {
  await page.getByLabel('Six-digit PIN').fill(pin);
  await page.getByRole('button', { name: 'Register the number' }).click();
}

async function landInTheShop({ page }: Visit): Promise<Record<string, string>> {
  await page.getByRole('heading', { name: 'Back in the shop' }).waitFor();
  const { cart, ...reported } = Object.fromEntries(new URL(page.url()).searchParams);
  expect(cart).toBe('1');
  return reported;
}
const success = ({ phoneNumberId }: Made) => ({
  service_status: 'success',
  channel: 'wa',
  connected: '1',
  ids: phoneNumberId,
});
const channelsOf = async (tenant: TestTenant) => (await tenant.get('channels')).body.channels;

test('an owner picks a number in the popup, enters a wrong PIN, then the right one, and returns with the number connected', async () => {
  const tenant = await newTenant();
  const made = await makeNumber({ pin: PIN });
  const opened = await openLink(tenant);
  await finish(await openPopup(opened), made);
  await opened.page.getByRole('heading', { name: 'PIN of the number' }).waitFor();
  await opened.page.getByText(made.name).waitFor();
  await enterPin(opened, '12');
  await opened.page.getByRole('alert').filter({ hasText: 'Enter six digits.' }).waitFor();
  await enterPin(opened, '111111');
  await opened.page.getByRole('alert').filter({ hasText: 'This is not the PIN' }).waitFor();
  expect(await channelsOf(tenant)).toEqual([]);
  await enterPin(opened, PIN);
  expect(await landInTheShop(opened)).toEqual(success(made));
  const webhook = await webhookOf(tenant, 'channel.connected');
  expectSigned(webhook, tenant.webhookSecret);
  expect(webhook.body.data).toMatchObject({ channel: 'wa', id: made.phoneNumberId, name: made.name });
  expect(await channelsOf(tenant)).toMatchObject([{ channel: 'wa', id: made.phoneNumberId, status: 'connected' }]);
  const { numbers } = await system.sandbox.graph.whatsapp.account(made.wabaId);
  expect(numbers[0]?.registeredAtMs).toHaveLength(2);
  expect(opened.problems).toEqual([]);
});

test.each([{ order: 'after' }, { order: 'never' }, { event: 'FINISH_ONLY_WABA' }] as const)(
  'the popup’s own message may come late, not at all, or without a number: %o',
  async (choice) => {
    const tenant = await newTenant();
    const made = await makeNumber({ registered: true });
    const opened = await openLink(tenant);
    await finish(await openPopup(opened), made, choice);
    expect(await landInTheShop(opened)).toEqual(success(made));
  },
);

test('a number of the WhatsApp Business app is connected without a PIN; one that no app has is refused in the popup', async () => {
  const tenant = await newTenant();
  const [made, others] = [await makeNumber({ pin: PIN }), await makeNumber({ registered: true })];
  const opened = await openLink(tenant);
  await finish(await openPopup(opened, OWN_APP), others);
  await opened.page.getByRole('alert').filter({ hasText: 'not registered with the WhatsApp Business app' }).waitFor();
  expect(await channelsOf(tenant)).toEqual([]);
  await finish(await openPopup(opened, OWN_APP), made);
  expect(await landInTheShop(opened)).toEqual(success(made));
  const { numbers } = await system.sandbox.graph.whatsapp.account(made.wabaId);
  expect(numbers).toMatchObject([{ isOnBizApp: true, appDataAsked: expect.any(Array) }]);
  expect(numbers[0]).not.toHaveProperty('registeredAtMs');
  await expect
    .poll(async () => (await system.sandbox.graph.whatsapp.account(made.wabaId)).numbers[0]?.appDataAsked)
    .toEqual(['smb_app_state_sync', 'history']);
});

test('a phone that is asked for a passkey leads from its hosted page through Meta, and back to a page that says so', async () => {
  const tenant = await makeTenant(system, { channels: ['wa', 'wd'], connectWa: false });
  const made = await makeNumber({ registered: true });
  const { body: session } = await tenant.post('create-session', { label: 'Shop' });
  const { number } = await system.sandbox.devices.putPhone({ number: uniqueDigits('15'), asks_passkey: true });
  const { qr } = (await tenant.get('session-qr', { session_token: session.session_token })).body;
  visit = await openWindow(browser, { locale: 'en-GB' });
  const { page } = visit;
  await page.goto(session.pair_url);
  await expect(system.sandbox.devices.scan(number, qr)).rejects.toThrow('passkey_required');
  await page.getByRole('heading', { name: 'Linking did not work' }).waitFor();
  await page.getByText('do not remove them').waitFor();
  await page.getByRole('link', { name: 'Connect through Meta' }).click();
  await finish(await openPopup(visit), made);
  await page.getByRole('heading', { name: 'The number is connected' }).waitFor();
  expect(await channelsOf(tenant)).toMatchObject([{ channel: 'wa', status: 'connected' }]);
});

test('a number on the app that comes the other way is not registered either: Meta’s word counts, not the button', async () => {
  const tenant = await newTenant();
  const made = await makeNumber({ is_on_biz_app: true });
  const opened = await openLink(tenant);
  await finish(await openPopup(opened), made);
  expect(await landInTheShop(opened)).toEqual(success(made));
  const { numbers } = await system.sandbox.graph.whatsapp.account(made.wabaId);
  expect(numbers[0]).not.toHaveProperty('registeredAtMs');
});

test('several numbers: the person chooses one by the keyboard, and only that one is connected', async () => {
  const tenant = await newTenant();
  const first = await makeNumber({ registered: true });
  const second = await makeNumber({ wabaId: first.wabaId, registered: true });
  const opened = await openLink(tenant);
  await finish(await openPopup(opened), first, { event: 'FINISH_ONLY_WABA' });
  const { page } = opened;
  await page.getByRole('heading', { name: 'Which number?' }).waitFor();
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.getByRole('radio', { name: second.name }).isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  expect(await landInTheShop(opened)).toEqual(success(second));
  expect(await channelsOf(tenant)).toMatchObject([{ id: second.phoneNumberId }]);
});

test('closed, cancelled and failed popups connect nothing; the same page opens another one, and Cancel goes back', async () => {
  const tenant = await newTenant();
  const opened = await openLink(tenant);
  const { page } = opened;
  await (await openPopup(opened)).close();
  const problem = page.getByRole('alert');
  await problem.filter({ hasText: 'The window was closed before the end.' }).waitFor();
  const cancelled = await openPopup(opened);
  await Promise.all([cancelled.waitForEvent('close'), cancelled.getByRole('button', { name: 'Cancel' }).click()]);
  await problem.filter({ hasText: 'The window was closed before the end.' }).waitFor();
  const failed = await openPopup(opened);
  await Promise.all([failed.waitForEvent('close'), failed.getByRole('button', { name: 'Report an error' }).click()]);
  await problem.filter({ hasText: 'The number is already registered.' }).waitFor();
  await page.getByRole('button', { name: 'Cancel, and go back' }).click();
  expect(await landInTheShop(opened)).toEqual({ service_status: 'cancelled' });
  expect(await channelsOf(tenant)).toEqual([]);
});

test('a popup that claims a number of others, and a number of another tenant, connect nothing', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];
  const [made, others] = [await makeNumber({ registered: true }), await makeNumber({ registered: true })];
  const claiming = await openLink(tenant);
  await finish(await openPopup(claiming), made, { claim: others.phoneNumberId });
  expect(await landInTheShop(claiming)).toEqual({ service_status: 'error', error: 'not_granted' });
  await claiming.context.close();

  const owner = await openLink(tenant);
  await finish(await openPopup(owner), made);
  expect(await landInTheShop(owner)).toEqual(success(made));
  await owner.context.close();
  const second = await openLink(other);
  await finish(await openPopup(second), made);
  expect(await landInTheShop(second)).toEqual({ service_status: 'error', error: 'already_connected' });
  expect(await channelsOf(other)).toEqual([]);
});

test('windows of other origins are not heard: their claims change nothing', async () => {
  const tenant = await newTenant();
  const [made, others] = [await makeNumber({ registered: true }), await makeNumber({ registered: true })];
  const opened = await openLink(tenant);
  const { page } = opened;
  const claim = {
    type: 'WA_EMBEDDED_SIGNUP',
    event: 'FINISH',
    data: { waba_id: others.wabaId, phone_number_id: others.phoneNumberId },
  };
  const popup = await openPopup(opened);
  // The page's own origin claims another number; the popup names none.
  await page.evaluate(`postMessage(${JSON.stringify(JSON.stringify(claim))}, '*')`);
  await finish(popup, made, { order: 'never' });
  expect(await landInTheShop(opened)).toEqual(success(made));
});

test('another browser with the page’s state, and a replayed code, connect nothing', async () => {
  const [tenant, attackers] = [await newTenant(), await newTenant()];
  const made = await makeNumber({ registered: true });
  const opened = await openLink(tenant);
  const posted = opened.page.waitForRequest(
    (request) => request.url().endsWith('/signup') && request.method() === 'POST',
  );
  await finish(await openPopup(opened), made);
  const stolen = (await posted).postDataJSON();
  await landInTheShop(opened);
  await opened.context.close();

  const attacker = await openLink(attackers);
  const own = JSON.parse((await attacker.page.locator('body').getAttribute('data-signup')) ?? '');
  const post = (body: object) =>
    attacker.page.evaluate<{ status: number; body: unknown }>(`(async () => {
      const base = location.pathname.slice(0, location.pathname.lastIndexOf('/'));
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(base + '/signup', { method: 'POST', headers, body: ${JSON.stringify(JSON.stringify(body))} });
      return { status: reply.status, body: await reply.json() };
    })()`);
  // The victim's code in the attacker's own visit, and the victim's visit in the attacker's browser.
  const { state, proof } = own;
  expect(await post({ state, proof, answer: stolen.answer })).toMatchObject({
    status: 200,
    body: { step: { location: expect.stringContaining('error=provider_error') } },
  });
  expect((await post(stolen)).status).toBe(403);
  expect(await channelsOf(attackers)).toEqual([]);
});

test('an answer that is lost on its way is not lost: Try again continues without another popup', async () => {
  const tenant = await newTenant();
  const made = await makeNumber({ registered: true });
  const opened = await openLink(tenant);
  const { page } = opened;
  // The server does its work; the browser does not hear of it.
  const lose = async (route: Route): Promise<void> => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/signup', lose, { times: 1 });
  await finish(await openPopup(opened), made);
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(await landInTheShop(opened)).toEqual(success(made));
});
