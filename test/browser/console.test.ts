import { readFile } from 'node:fs/promises';
import { pollUntil } from '@parley/testing/poll-until';
import { describe, expect, test } from 'vitest';
import { openWindow } from '../support/browser/browser.ts';
import { findAccessibilityProblems } from '../support/browser/check-page.ts';
import { chooseOption } from '../support/browser/choose-option.ts';
import { CONSOLE_PASSWORD, joinTenant } from '../support/console/console-browser.ts';
import { enterConsole, useLook, walkConsole } from '../support/console/console-walk.ts';
import { callJson } from '../support/requests/call-json.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// The web console as its users walk through it (docs/reference/console.md#pages).

const walk = walkConsole();
const { signIn, signInAsOperator, goTo } = walk;

describe('how the gateway serves the console', () => {
  const ask = (path: string, headers: Record<string, string>) => fetch(`${walk.system.origin}${path}`, { headers });
  const HTML = { accept: 'text/html' };

  test('serves one page at every address of the console, revalidates it each time and allows nothing inline', async () => {
    for (const path of ['/console', '/console/keys']) {
      const { status, headers } = await ask(path, HTML);
      expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 200, cache: 'no-cache' });
      expect(headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self'");
    }
  });

  test('caches a file with a hash in its name for a year and compresses it, and responds with 404 to a missing file', async () => {
    const page = await (await ask('/console', HTML)).text();
    const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? '';
    const { headers } = await ask(script, { 'accept-encoding': 'gzip, br' });
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-encoding')).toBe('br');
    expect((await ask('/console/assets/gone-12345678.js', HTML)).status).toBe(404);
    expect((await ask('/console/keys', { accept: 'application/json' })).status).toBe(404);
  });
});

test('the console can be installed: the browser finds nothing wrong with its manifest', async () => {
  const page = await signIn();
  const protocol = await page.context().newCDPSession(page);
  const { url, errors } = await protocol.send('Page.getAppManifest');
  expect({ path: new URL(url).pathname, errors }).toEqual({ path: '/console/manifest.webmanifest', errors: [] });
  expect(await protocol.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
});

test('an owner signs in and creates a key, and the command next to it works', async () => {
  const page = await signIn();
  await goTo('Keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Name').fill('Shop');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new key' });
  const command = (await shown.locator('pre').last().textContent()) ?? '';
  const [, url = '', header = ''] = /curl -s '([^']+)' -H 'Authorization: ([^']+)'/.exec(command) ?? [];
  expect((await callJson('GET', url, { headers: { authorization: header } })).body).toMatchObject({ ok: true });
  await shown.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Actions of .*Shop/ }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('row', { name: /Shop.*Revoked/ }).waitFor();
  expect((await callJson('GET', url, { headers: { authorization: header } })).status).toBe(401);
});

test('a test event to a key shows up live with the receiver’s answer, and can be replayed', async () => {
  const page = await signIn();
  await goTo('Webhooks');
  await chooseOption(page, 'Key', walk.tenant.instanceId);
  const before = await walk.tenant.webhooks();
  await page.getByRole('button', { name: 'Send test event' }).click();
  const panel = page.getByRole('region', { name: /^Delivery/ });
  await panel.getByRole('tab', { name: 'Attempts' }).click();
  await panel.getByText('200', { exact: true }).waitFor();
  await page.getByText('The test event is on its way').waitFor();
  await panel.getByRole('button', { name: 'Close' }).click();
  const row = page.getByRole('row', { name: /message\.received.*Delivered/ }).first();
  await row.getByRole('button', { name: /^message\.received: / }).click();
  await panel.getByRole('button', { name: 'Replay' }).click();
  await panel
    .getByRole('status')
    .filter({ hasText: /200.? in .*\d.* ms/ })
    .waitFor();
  await panel.getByRole('tab', { name: 'Attempts' }).click();
  await panel.getByRole('listitem').nth(1).waitFor();
  expect((await walk.tenant.webhooks()).length).toBeGreaterThanOrEqual(before.length + 2);
});

test('a member has their language in every browser, and changing it in one changes it in all', async () => {
  const { email, browser } = await joinTenant(walk.system, walk.tenant.slug, 'developer');
  await browser.call('update-me', { language: 'ar' });
  const { page } = walk.visit;
  await enterConsole(page, { origin: walk.system.origin, email });
  await page.locator('html[lang="ar"][dir="rtl"]').waitFor();
  await walk.open('/account');
  await chooseOption(page, 'اللغة', 'en');
  await page.locator('html[lang="en"][dir="ltr"]').waitFor();
  await pollUntil(async () => ((await browser.call('me', {})).member?.language === 'en' ? true : null), {
    what: () => 'the choice to be stored with the member',
  });
});

test('a bot is connected by its token, and disconnected', async () => {
  const token = `${uniqueDigits('7')}:${'b'.repeat(35)}`;
  await walk.system.sandbox.telegram.putBot({ token, username: 'browser_bot' });
  const page = await signIn();
  await goTo('Channels');
  await page.getByRole('link', { name: /WhatsApp Cloud API/ }).click();
  await page.getByText('High quality').waitFor();
  await page.getByText(/may write first to .?1,000.? people a day/).waitFor();
  // The keys that may use it.
  await page.getByRole('main').getByRole('link', { name: /ins_/ }).first().waitFor();
  await page.getByRole('link', { name: 'All channels' }).click();
  await page.getByRole('button', { name: 'Connect channel' }).click();
  await page.getByRole('button', { name: 'Telegram' }).click();
  await page.getByLabel('Bot token').click();
  await page.keyboard.type(token);
  await page.getByRole('dialog').getByRole('button', { name: 'Connect channel' }).click();
  const bot = page.getByRole('link', { name: /browser_bot.*Telegram.*No messages yet/i });
  await bot.click();
  await page.getByText('Send it a message: it appears in the inbox at once.').waitFor();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('link', { name: /WhatsApp Cloud API/ }).waitFor();
  await bot.waitFor({ state: 'detached' });
});

test('changes appear in the audit log, and sent messages in the usage', async () => {
  const customer = uniqueDigits('2010');
  await walk.tenant.customerWrites(customer);
  await walk.tenant.post('send', { channel: 'wa', to: customer, message: 'hello' });
  const { browser } = await joinTenant(walk.system, walk.tenant.slug, 'owner');
  const key = await browser.call('create-key', { label: 'Audited', channels: ['wa'] });
  await browser.call('update-key', { instance_id: key.instance_id, label: 'Renamed' });
  const page = await signIn();
  await goTo('Audit log');
  await chooseOption(page, 'What', 'update-key');
  const changed = page.getByRole('row').filter({ hasText: /changed a key.*Renamed.*Done/s });
  await changed.getByText('changed a key').click();
  await changed.getByText(/before:.*Audited.*after:.*Renamed/).waitFor();
  await chooseOption(page, 'What', 'create-key');
  await page
    .getByRole('row')
    .filter({ hasText: /created a key.*Audited.*Done/s })
    .first()
    .waitFor();
  await chooseOption(page, 'Who', (await browser.call('me', {})).member?.id ?? '');
  await page
    .getByRole('row')
    .filter({ hasText: /Operator API.*created a key/s })
    .waitFor({ state: 'detached' });
  await page
    .getByRole('row')
    .filter({ hasText: /created a key.*Audited/s })
    .waitFor();
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByText('No changes yet').waitFor();
  await page.getByLabel('To', { exact: true }).fill('');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const csv = await readFile(await (await saved).path(), 'utf8');
  expect(csv).toMatch(/^\ufeffat,actor,action,/);
  expect(csv.split('\r\n').filter((row) => row.includes(',create-key,done,')).length).toBeGreaterThan(0);
  await goTo('Usage');
  await page.getByRole('img', { name: 'Messages by day and channel' }).waitFor();
  await page.getByRole('row', { name: /WhatsApp Cloud API/ }).waitFor();
  const columns = await page.getByRole('columnheader').allTextContents();
  expect(columns.at(-1)).toBe('Cost (credit)');
  expect(await page.getByRole('cell').last().textContent()).toBe('1');
  await chooseOption(page, 'Table by', 'key');
  await page.getByRole('row', { name: /WhatsApp Cloud API test 1 0/ }).waitFor();
  const byKey = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect(await readFile(await (await byKey).path(), 'utf8')).toContain(`,wa,${walk.tenant.instanceId},test,1,0`);
});

test('an owner invites a person with a link; the person joins, and sees what their role allows', async () => {
  const page = await signIn();
  await goTo('Members');
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill(`layla@${walk.tenant.slug}.example`);
  await chooseOption(dialog, 'Invitation', 'link');
  await dialog.getByRole('button', { name: 'Invite member' }).click();
  const link = (await dialog.locator('pre').textContent()) ?? '';

  const other = await openWindow(walk.browser, { locale: 'en-GB' });
  await other.page.goto(link);
  await other.page.getByLabel('Your name').fill('ليلى');
  await other.page.getByLabel('Password').fill(CONSOLE_PASSWORD);
  await other.page.getByRole('button', { name: 'Join' }).click();
  await other.page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await other.page.getByRole('button', { name: 'Menu' }).click();
  const offered = other.page.getByRole('dialog').getByRole('navigation').getByRole('link');
  await offered.first().waitFor();
  expect(await offered.allTextContents()).toEqual(['Inbox', 'Comments']);
  expect(other.problems).toEqual([]);
  await other.context.close();

  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('row', { name: /ليلى/ }).waitFor();
});

test('an audit sentence keeps its name apart in Arabic, and does not claim what was refused', async () => {
  const shop = await makeTenant(walk.system);
  const { browser, email } = await joinTenant(walk.system, shop.slug, 'owner');
  expect((await browser.ask('connect-telegram', { bot_token: '1:refused' })).status).toBe(400);
  const page = await signIn(email);
  await goTo('Audit log');
  await page.getByText(/has not .?connected a Telegram bot/).waitFor();
  await useLook(page, { language: 'ar' });
  await page.getByText(/: محاولة .?ربط بوت/).waitFor();
  const line = page.locator('summary').filter({ hasText: email });
  // Without the marks that isolate inserted values.
  const text = async () => (await line.textContent())?.replace(/[\u2066-\u2069]/g, '');
  await expect.poll(text).toMatch(/ دعوة عضو \S+$/);
});

test('the operator reads the audit log of the deployment: changes outside of workspaces, and nothing of a workspace', async () => {
  const page = await signInAsOperator();
  await goTo('Deployment audit log');
  const made = page.getByRole('row').filter({ hasText: 'created a workspace' });
  await made.first().waitFor();
  await made.first().getByText('Operator API').waitFor();
  await chooseOption(page, 'What', 'create-key');
  await page.getByText('No changes yet').waitFor();
});

test('a time that is shown relative to now follows the clock', async () => {
  const page = await signInAsOperator();
  await page.clock.install();
  await goTo('Deployment audit log');
  const at = page.getByRole('row').filter({ hasText: 'created a workspace' }).getByRole('time').first();
  await at.waitFor();
  await page.clock.fastForward('03:00:00');
  await expect.poll(() => at.textContent()).toBe('3 hr ago');
});

test('the keyboard opens the palette and the help, and the palette opens the chosen screen', async () => {
  const page = await signIn();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('memb');
  await page.getByRole('option', { name: 'Members', exact: true, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
});

test('Home draws 14 days of each figure; agents start in the inbox, with two screens in the navigation', async () => {
  const shop = await makeTenant(walk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'Hello' });
  const owner = await joinTenant(walk.system, shop.slug, 'owner');
  const agent = await joinTenant(walk.system, shop.slug, 'agent');
  const page = await signIn(owner.email);
  await page.getByRole('img', { name: /^Messages in, last .*14.* days: .*1/ }).waitFor();
  for (const name of [/^Messages out, last/, /^Failed, last/, /^Spent in the last/])
    await page.getByRole('img', { name }).waitFor();
  const latest = page.getByRole('main').getByRole('link', { name: /Unread/ });
  await latest.waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  expect(await latest.getAttribute('href')).toMatch(/\/inbox\?id=\d+$/);
  await page.context().clearCookies();
  await signIn(agent.email);
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  const links = page.getByRole('navigation').getByRole('link');
  await expect.poll(() => links.allTextContents()).toEqual(['Inbox1', 'Comments']);
  await walk.open('/');
  await page.waitForURL(/\/console\/inbox/);
});
