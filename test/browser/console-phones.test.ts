import { openProxyServer } from '@parley/testing/servers/proxy-server';
import { expect, onTestFinished, test } from 'vitest';
import { findAccessibilityProblems } from '../support/browser/check-page.ts';
import { chooseOption } from '../support/browser/choose-option.ts';
import { linkDevice } from '../support/channels/linked-devices.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { callJson } from '../support/requests/call-json.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Linking phones in the console (docs/reference/console.md#pages).
const walk = walkConsole();
const { signIn, goTo } = walk;

test('a phone is linked in place by QR, another by a typed code with its earlier messages, a removal names its effects, and a lost phone shows the remedy', async () => {
  const { devices } = walk.system.sandbox;
  const newPhone = async () => (await devices.putPhone({ number: uniqueDigits('15') })).number;
  const page = await signIn();
  const link = async (label: string, historyDays?: string) => {
    await page.getByRole('button', { name: 'Connect channel' }).click();
    await page.getByRole('button', { name: 'WhatsApp (linked device)' }).click();
    await page.getByLabel('Name').fill(label);
    if (historyDays) await chooseOption(page.getByRole('dialog'), 'Earlier messages', historyDays);
    await page.getByRole('dialog').getByRole('button', { name: 'Link a phone' }).click();
    return page.getByRole('dialog');
  };
  await goTo('Channels');
  const asked = page.waitForResponse((answer) => answer.url().includes('session-qr') && answer.ok());
  const byQr = await link('Palm Bakery');
  await byQr.getByRole('img', { name: 'QR code for the phone' }).waitFor();
  const qr = /"qr":"([^"]+)"/.exec(await (await asked).text())?.[1] ?? '';
  const writeBefore = async (number: string, text: string) => {
    const messages = [{ text, days_ago: 2 }];
    await devices.putOldChat(number, { with: await newPhone(), messages });
  };
  const palm = await newPhone();
  await writeBefore(palm, 'An old order of palms');
  await devices.scan(palm, qr);
  await byQr.getByText('The phone is linked.').waitFor();
  await page.keyboard.press('Escape');

  const byCode = await link('Date Bakery', '30');
  await byCode.getByRole('button', { name: 'Link by a code instead' }).click();
  const number = await newPhone();
  await writeBefore(number, 'An old order of dates');
  await byCode.getByLabel('Number of the phone').fill(`+${number}`);
  await byCode.getByRole('button', { name: 'Show a pairing code' }).click();
  await byCode.getByText('Pairing code', { exact: true }).waitFor();
  await devices.enterCode(number, (await byCode.locator('pre').first().textContent()) ?? '');
  await byCode.getByText('The phone is linked.').waitFor();
  await page.keyboard.press('Escape');
  await goTo('Inbox');
  await page.getByText('An old order of dates').first().waitFor();
  // Nothing is imported unless it is chosen.
  expect(await page.getByText('An old order of palms').count()).toBe(0);
  await goTo('Channels');

  const date = page.getByRole('link', { name: /Date Bakery/ });
  await date.click();
  await page.getByText(/^Connected since/).waitFor();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByText('it has to be linked again to come back').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  // Cards below an open dialog are hidden from screen readers.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /Palm Bakery/ }).waitFor();
  await date.waitFor({ state: 'detached' });

  await devices.logOut(palm);
  await page.getByRole('link', { name: /Palm Bakery.*Unlinked on the phone/ }).click();
  await page.getByText('Link the phone again.').waitFor();
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Link a phone' }).waitFor();
});

// docs/reference/sessions.md#proxy
test('a phone gets a proxy on its page, which never shows the password, names a proxy that fails, and removes it', async () => {
  const proxy = await openProxyServer({ login: { username: 'shop', password: 'pass-word' } });
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const tenant = await makeTenant(walk.system, { channels: ['wd'] });
  await linkDevice(walk.system, tenant, 'Plum Bakery');
  const { email } = await joinTenant(walk.system, tenant.slug, 'owner');
  const page = await signIn(email);
  await goTo('Channels');
  await page.getByRole('link', { name: /Plum Bakery/ }).click();
  await page.getByText('None: Parley connects to WhatsApp directly.').waitFor();
  const set = async (open: string, address: string) => {
    await page.getByRole('button', { name: open }).click();
    await page.getByLabel('Proxy', { exact: true }).fill(address);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  };
  await set('Set proxy', 'proxy.example');
  await page.getByRole('dialog').getByText('must begin with http://').waitFor();
  // The browser reports the refusal.
  walk.visit.problems.splice(0);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const host = `127.0.0.1:${proxy.port}`;
  await set('Set proxy', `socks5://shop:pass-word@${host}`);
  await page.getByText(`socks5://shop:…@${host}`).waitFor();
  await page.getByText('Everything between this device and WhatsApp goes through it.').waitFor();
  await expect.poll(() => proxy.tunnels.at(-1)?.isOpened).toBe(true);
  proxy.mode = 'refuses';
  await set('Change proxy', `http://shop:pass-word@${host}`);
  await page.getByText('It opens no connection, so the phone is offline.').waitFor();
  expect(await page.content()).not.toContain('pass-word');
  await page.getByRole('button', { name: 'Remove proxy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove proxy' }).click();
  await page.getByText('None: Parley connects to WhatsApp directly.').waitFor();
});

// docs/reference/sessions.md#limits
test('a phone’s page shows how many chats WhatsApp still lets it begin, and a lock with its end', async () => {
  const tenant = await makeTenant(walk.system, { channels: ['wd'] });
  const { deviceId } = await linkDevice(walk.system, tenant, 'Date Bakery');
  const { email } = await joinTenant(walk.system, tenant.slug, 'owner');
  const page = await signIn(email);
  await goTo('Channels');
  await page.getByRole('link', { name: /Date Bakery/ }).click();
  // Values are isolated by characters that the page does not show.
  const quota = (used: string, total: string) => page.getByText(new RegExp(`${used}\\W of \\W${total}\\W begun`));
  await quota('0', 'unlimited').waitFor();
  const { devices } = walk.system.sandbox;
  await devices.limit(deviceId, { kind: 'capping', seconds: 3600, used: 38, total: 40, status: 'SECOND_WARNING' });
  await quota('38', '40').waitFor();
  await devices.limit(deviceId, { kind: 'reachout_timelock', seconds: 3600 });
  await page.getByText('Only people with a chat can be written to, until').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('the operator finds a linked phone of any workspace, and goes from its page into the workspace', async () => {
  const { system } = walk;
  const tenant = await makeTenant(system, { channels: ['wd'] });
  const { number, id } = await linkDevice(system, tenant, 'Fig Bakery');
  const tenantPace = async () => {
    const address = `${system.origin}/api/admin/linked-devices?account_id=${id}`;
    return (await callJson('GET', address, { token: system.adminToken })).body.items[0].pace;
  };
  const page = await walk.signInAsOperator();
  await goTo('Linked phones');
  await page.getByRole('searchbox').pressSequentially(number);
  const row = page.getByRole('row', { name: /Fig Bakery/ });
  await row.getByText('Healthy').waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByRole('button', { name: 'Last heard' }).press('Enter');
  await row.waitFor();
  await row.getByRole('link').press('Enter');
  await page.getByText('Worker', { exact: true }).waitFor();
  const pace = page.getByRole('combobox', { name: 'Pace of new chats' });
  await expect.poll(() => pace.innerText()).toContain('As set for the deployment');
  await chooseOption(page, 'Pace of new chats', 'gentle');
  await expect.poll(tenantPace).toBe('gentle');
  await page.reload();
  await expect.poll(() => pace.innerText()).toContain('Gentle');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: /^Act as/ }).press('Enter');
  await page.getByRole('link', { name: /Fig Bakery/ }).waitFor();
});
