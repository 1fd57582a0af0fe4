import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BROWSER_START_MS, openWindow, type Visit } from '../support/browser/browser.ts';
import { browserTest } from '../support/browser/browser-fixtures.ts';
import { type RedirectSite, startRedirectSite } from '../support/browser/redirect-site.ts';
import { pressDialog } from '../support/channels/connect-channels.ts';
import type { System } from '../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../support/tenants/client.ts';
import { expectSigned, webhookOf, webhooksOf } from '../support/webhooks/expectations.ts';

// The whole connect link as an end customer walks it (docs/reference/channels.md#connect-links), in a real browser.
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

const newTenant = (): Promise<TestTenant> => makeTenant(system, { channels: ['fb', 'ig', 'tt'], connectWa: false });

const PROVIDERS = { fb: 'Facebook', ig: 'Instagram', tt: 'TikTok' } as const;
type Linked = keyof typeof PROVIDERS;

async function newLink(tenant: TestTenant, channel: Linked): Promise<string> {
  return (await tenant.get('connect-link', { channel, redirect_url: shop.url })).body.connect_url;
}

/** Opens the address in a new window. */
async function openAt(url: string, locale = 'en-GB'): Promise<Visit> {
  // The shop's certificate comes from an authority that no browser trusts.
  visit = await openWindow(browser, { ignoreHTTPSErrors: true, locale });
  await visit.page.goto(url);
  return visit;
}

/** Opens a link and continues from Parley's page to the provider's dialog. */
async function openLink(tenant: TestTenant, channel: Linked): Promise<Visit> {
  const opened = await openAt(await newLink(tenant, channel));
  await opened.page.getByRole('link', { name: `Continue to ${PROVIDERS[channel]}` }).click();
  await opened.page.getByRole('button', { name: 'Cancel' }).waitFor();
  return opened;
}

/** Waits for the shop's page; returns the query parameters that it received. */
async function landInTheShop({ page }: Visit): Promise<Record<string, string>> {
  await page.getByRole('heading', { name: 'Back in the shop' }).waitFor();
  const address = new URL(page.url());
  expect(address.hash).toBe('#top');
  const { cart, ...reported } = Object.fromEntries(address.searchParams);
  expect(cart).toBe('1');
  expect(await page.locator('#reported').textContent()).toBe(reported.service_status);
  return reported;
}

async function makePage(): Promise<{ id: string; name: string; instagramId: string }> {
  const [id, instagramId] = [uniqueDigits('1908'), uniqueDigits('178414')];
  const name = `Bakery ${id}`;
  const page = { id, name, instagram: { id: instagramId, username: `bakery.${id}` } };
  await system.sandbox.graph.putPage(page);
  return { id, name, instagramId };
}

async function makeInstagram(): Promise<{ id: string; appScopedId: string; name: string }> {
  const id = uniqueDigits('178414');
  const { app_scoped_id: appScopedId } = await system.sandbox.graph.putLogin({ user_id: id, username: `bakery.${id}` });
  return { id, appScopedId, name: `@bakery.${id}` };
}

/** Agrees in a dialog: Instagram's own has another word for it. */
const agree = ({ page }: Visit) => page.getByRole('button', { name: /^(Continue|Allow)$/ }).click();

async function makeTiktok(): Promise<{ openId: string; name: string }> {
  const openId = `-000${uniqueDigits('tt')}`;
  const account = { open_id: openId, username: `bakery${openId.slice(-6)}`, display_name: `Bakery ${openId}` };
  await system.sandbox.tiktok.putAccount(account);
  return { openId, name: account.display_name };
}

test('an end customer picks a page and clicks Continue: the shop opens, both accounts are connected, each with a signed webhook', async () => {
  const tenant = await newTenant();
  const [page, other] = [await makePage(), await makePage()];
  const visited = await openLink(tenant, 'fb');
  await visited.page.getByRole('heading', { name: 'Parley would like to manage your Pages' }).waitFor();
  const pages = visited.page.getByRole('group', { name: 'Pages' });
  for (const box of await pages.getByRole('checkbox').all()) await box.uncheck();
  await pages.getByLabel(page.name).check();
  expect((await tenant.get('channels')).body.channels).toEqual([]);
  await visited.page.getByRole('button', { name: 'Continue' }).click();

  expect(await landInTheShop(visited)).toEqual({
    service_status: 'success',
    channel: 'fb',
    connected: '2',
    ids: `${page.id},${page.instagramId}`,
  });
  const connected = await webhooksOf(tenant, 'channel.connected', 2);
  for (const webhook of connected) expectSigned(webhook, tenant.webhookSecret);
  expect(connected.map(({ body }) => [body.data.channel, body.data.id]).sort()).toEqual([
    ['fb', page.id],
    ['ig', page.instagramId],
  ]);
  const { channels } = (await tenant.get('channels')).body;
  expect(channels.map(({ id }: { id: string }) => id)).not.toContain(other.id);
  expect(visited.problems).toEqual([]);
});

test('the page before the dialog shows who asks and where it leads, in English and Arabic, on a phone’s screen; a hostile name stays text', async () => {
  const tenant = await newTenant();
  const name = `<img src=x onerror="document.title='run'">\u202egro.knab\u2067 ${'W'.repeat(120)}`;
  expect((await tenant.admin('PATCH', '', { name })).status).toBe(200);
  const link = await newLink(tenant, 'fb');
  const { page, problems } = await openAt(link);
  await page.getByRole('heading', { name: 'Connect Facebook' }).waitFor();
  const shown = page.locator('bdi').first();
  expect(await shown.textContent()).toBe(`<img src=x onerror="document.title='run'">gro.knab ${'W'.repeat(120)}`);
  await page.getByText(new URL(shop.url).host, { exact: true }).waitFor();
  const expectNothingSticksOut = async () => {
    // A heading is there before the style sheet.
    await page.waitForLoadState('load');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
  };
  await expectNothingSticksOut();

  await page.getByRole('link', { name: 'العربية' }).click();
  await page.getByRole('heading', { name: 'ربط فيسبوك' }).waitFor();
  expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
  await expectNothingSticksOut();
  await page.getByRole('link', { name: 'المتابعة إلى فيسبوك' }).click();
  await page.getByRole('heading', { name: 'Parley would like to manage your Pages' }).waitFor();
  expect(problems).toEqual([]);

  // A browser whose first language is Arabic gets Arabic by default.
  const arabic = await openAt(link, 'ar');
  await arabic.page.getByRole('heading', { name: 'ربط فيسبوك' }).waitFor();
});

test.each(['fb', 'ig', 'tt'] as const)(
  '%s: a dialog on another site returns to the browser that opened it',
  async (channel) => {
    const tenant = await newTenant();
    const { name } = await { fb: makePage, ig: makeInstagram, tt: makeTiktok }[channel]();
    const visited = await openLink(tenant, channel);
    const dialog = new URL(visited.page.url());
    dialog.hostname = 'localhost';
    await visited.page.goto(dialog.href);
    for (const box of await visited.page.getByRole('group', { name: 'Pages' }).getByRole('checkbox').all())
      await box.uncheck();
    await visited.page.getByLabel(name).check();
    await agree(visited);
    expect(await landInTheShop(visited)).toMatchObject({ service_status: 'success', channel });
  },
);

test.each(['fb', 'ig', 'tt'] as const)(
  '%s: a dialog address sent to another person connects none of that person’s accounts',
  async (channel) => {
    const tenant = await newTenant();
    const attacker = await openLink(tenant, channel);
    const victim = await openAt(attacker.page.url());
    await agree(victim);
    expect(await landInTheShop(victim)).toEqual({ service_status: 'error', error: 'other_browser' });
    expect((await tenant.get('channels')).body.channels).toEqual([]);
    expect(await tenant.webhooks()).toEqual([]);
    await attacker.context.close();
  },
);

test.each(['fb', 'ig', 'tt'] as const)(
  '%s: the callback of an attacker’s dialog, opened in a victim’s browser, connects nothing',
  async (channel) => {
    const [victims, attackers] = [await newTenant(), await newTenant()];
    const attacker = await openLink(attackers, channel);
    const callback = await pressDialog(attacker.page.url());
    await attacker.context.close();
    // The victim has opened a link too, and so has Parley's cookie.
    const victim = await openLink(victims, channel);
    await victim.page.goto(callback);
    expect(await landInTheShop(victim)).toEqual({ service_status: 'error', error: 'other_browser' });
    for (const tenant of [victims, attackers]) {
      expect((await tenant.get('channels')).body.channels).toEqual([]);
      expect(await tenant.webhooks()).toEqual([]);
    }
  },
);

test('another site cannot skip Parley’s page: not with an address, not in a frame', async () => {
  const tenant = await newTenant();
  const link = await newLink(tenant, 'fb');
  const attacker = await openAt(link);
  const next = await attacker.page.getByRole('link', { name: 'Continue to Facebook' }).getAttribute('href');
  await attacker.context.close();
  const victim = await openAt(link);
  await victim.page.goto(new URL(next ?? '', link).href);
  await victim.page.getByRole('alert').waitFor();
  expect(new URL(victim.page.url()).origin).toBe(system.origin);

  await victim.page.goto('about:blank');
  await victim.page.setContent(`<iframe src="${link}"></iframe>`);
  // Chromium shows an error page in place of one that refuses to be framed.
  await expect.poll(() => victim.page.frames()[1]?.url()).toMatch(/^chrome-error:/);
});

test('an end customer clicks Cancel: the shop gets that result, nothing is connected, and the same link works afterwards', async () => {
  const tenant = await newTenant();
  const page = await makePage();
  const visited = await openLink(tenant, 'fb');
  const dialog = visited.page.url();
  await visited.page.getByRole('button', { name: 'Cancel' }).click();
  expect(await landInTheShop(visited)).toEqual({ service_status: 'cancelled' });
  expect((await tenant.get('channels')).body.channels).toEqual([]);
  expect(await tenant.webhooks()).toEqual([]);

  // The dialog in the browser's history belongs to the earlier visit, whose state is used up.
  await visited.page.goto(dialog);
  await visited.page.getByRole('button', { name: 'Continue' }).click();
  expect(await landInTheShop(visited)).toEqual({ service_status: 'error', error: 'state_mismatch' });

  const again = await openLink(tenant, 'fb');
  const pages = again.page.getByRole('group', { name: 'Pages' });
  for (const box of await pages.getByRole('checkbox').all()) await box.uncheck();
  await pages.getByLabel(page.name).check();
  await again.page.getByRole('button', { name: 'Continue' }).click();
  expect(await landInTheShop(again)).toMatchObject({ service_status: 'success', connected: '2' });
});

test('an end customer denies the permission for messages: missing_permissions, and nothing stays connected', async () => {
  const tenant = await newTenant();
  const visited = await openLink(tenant, 'fb');
  await visited.page.getByLabel('pages_messaging').uncheck();
  await visited.page.getByRole('button', { name: 'Continue' }).click();
  expect(await landInTheShop(visited)).toEqual({ service_status: 'error', error: 'missing_permissions' });
  expect((await tenant.get('channels')).body.channels).toEqual([]);
});

test('TikTok’s dialog: Continue connects the account that was picked, Cancel connects nothing', async () => {
  const tenant = await newTenant();
  const account = await makeTiktok();
  const refused = await openLink(tenant, 'tt');
  await refused.page.getByRole('button', { name: 'Cancel' }).click();
  expect(await landInTheShop(refused)).toEqual({ service_status: 'cancelled' });
  expect((await tenant.get('channels')).body.channels).toEqual([]);
  await refused.context.close();

  const visited = await openLink(tenant, 'tt');
  await visited.page.getByLabel(account.name).check();
  await visited.page.getByRole('button', { name: 'Continue' }).click();
  expect(await landInTheShop(visited)).toEqual({
    service_status: 'success',
    channel: 'tt',
    connected: '1',
    ids: account.openId,
  });
  const connected = await webhookOf(tenant, 'channel.connected');
  expectSigned(connected, tenant.webhookSecret);
  expect(connected.body.data).toMatchObject({ channel: 'tt', id: account.openId, name: account.name });
});

test('Instagram’s dialog: the page offers both logins; the account alone is connected, and its removal at Instagram disconnects it with a page that says so', async () => {
  const tenant = await newTenant();
  const account = await makeInstagram();
  const opened = await openAt(await newLink(tenant, 'ig'));
  await opened.page.getByText('You need only your Instagram account').waitFor();
  await opened.page.getByRole('link', { name: 'Continue to Facebook' }).waitFor();
  await opened.page.getByRole('link', { name: 'Continue to Instagram' }).press('Enter');
  await opened.page.getByRole('heading', { name: 'Parley would like to access your Instagram account' }).waitFor();
  await opened.page.getByLabel(account.name).check();
  await agree(opened);
  const reported = { service_status: 'success', channel: 'ig', connected: '1', ids: account.id };
  expect(await landInTheShop(opened)).toEqual(reported);
  const connected = await webhookOf(tenant, 'channel.connected');
  expectSigned(connected, tenant.webhookSecret);
  expect(connected.body.data).toMatchObject({ channel: 'ig', id: account.id });
  expect(opened.problems).toEqual([]);

  const person = uniqueDigits('9100');
  await system.sandbox.graph.instagram.customerWrites(person, { text: 'Open today?', account: account.id });
  expect((await webhookOf(tenant, 'message.received')).body.data).toMatchObject({ channel: 'ig', from: person });
  const sent = await tenant.post('send', { channel: 'ig', to: person, message: 'Until six' });
  expect(sent.body).toMatchObject({ ok: true });

  const forged = await system.sandbox.graph.removeLogin(account.id, { call: 'data-deletion', secret: 'forged' });
  expect(forged.status).toBe(401);
  const removed = await system.sandbox.graph.removeLogin(account.id, { call: 'data-deletion', names: 'id' });
  expect(removed).toMatchObject({ status: 200, body: { confirmation_code: expect.stringMatching(/^[0-9a-f]+$/) } });
  const gone = await webhookOf(tenant, 'channel.disconnected');
  expect(gone.body.data).toMatchObject({ id: account.id, reason: 'token_revoked' });
  const { url } = removed.body as { url: string }; // safe: Parley's own answer
  await opened.page.goto(new URL(new URL(url).pathname, system.origin).href);
  await opened.page.getByRole('heading', { name: 'Deleted data' }).waitFor();
  await opened.page.getByText('1 connected accounts were disconnected').waitFor();
});

test('an unknown link shows a readable page that loads nothing', async () => {
  visit = await openWindow(browser);
  const asked: string[] = [];
  visit.page.on('request', (request) => asked.push(request.url()));
  const address = `${system.origin}/connect/${'x'.repeat(43)}`;
  const answer = await visit.page.goto(address);
  expect(answer?.status()).toBe(404);
  await visit.page.getByRole('heading', { name: 'Unknown link' }).waitFor();
  expect(asked.filter((url) => !url.endsWith('/favicon.ico'))).toEqual([address]);
});
