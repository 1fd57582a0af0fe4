import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { joinTenant } from '../support/console/console-browser.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { enterInbox, openConversation, sentMark } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Choices that a person makes for their browser (docs/reference/console.md#inbox), by real keys.
const walk = walkConsole();

async function openShop() {
  const shop = await makeTenant(walk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'Is it open?' });
  const { email } = await joinTenant(walk.system, shop.slug, 'agent');
  const { page } = walk.visit;
  return { shop, page, email };
}

/** Opens the account, where the display is chosen. */
async function openAccount(page: Page): Promise<void> {
  await walk.open('/account');
  await page.getByRole('heading', { name: 'Display' }).waitFor();
}

test('Enter sends for a member who chooses that, and Shift-Enter starts a line', async () => {
  const { page, email } = await openShop();
  await enterInbox(page, walk.system, email);
  await openAccount(page);
  await page.getByRole('checkbox', { name: /^Send answers with Enter/ }).check();
  await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).click();
  await openConversation(page, 'Is it open?');
  await page.getByPlaceholder('Enter sends').click();
  await page.keyboard.type('Yes.');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Until six.');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('Yes.\nUntil six.').waitFor();
  await sentMark(page).waitFor();
});

test('the tab counts unread conversations, and its icon has a dot, until they are read', async () => {
  const { page, email } = await openShop();
  await enterInbox(page, walk.system, email);
  await expect.poll(() => page.title()).toBe('(1) Inbox · Parley');
  const icon = page.locator('link[rel=icon]');
  expect(await icon.getAttribute('href')).toBe('/console/icon-unread.svg');
  expect((await fetch(`${walk.system.origin}/console/icon-unread.svg`)).headers.get('content-type')).toContain('svg');
  await openConversation(page, 'Is it open?');
  await expect.poll(() => page.title()).toBe('Inbox · Parley');
  expect(await icon.getAttribute('href')).toBe('/console/icon.svg');
});

const WATCHED = `
  window.shown = [];
  window.sounds = 0;
  window.Notification = class extends EventTarget {
    static permission = 'default';
    static async requestPermission() { return (Notification.permission = window.answer ?? 'granted'); }
    constructor(title, { body, tag }) { super(); window.shown.push([title, body, tag]); }
  };
  window.AudioContext = class extends AudioContext { constructor() { super(); window.sounds++; } };
  const request = navigator.locks.request.bind(navigator.locks);
  window.asked = 0;
  navigator.locks.request = (name, ...rest) =>
    request(name, ...rest).finally(() => { if (name === 'parley-alert' && rest.length > 1) window.asked++; });
  window.BroadcastChannel = class extends BroadcastChannel {
    set onmessage(listener) { super.onmessage = listener; window.follows = true; }
    postMessage(page) { super.postMessage(page); window.leads = true; }
  };
  document.hasFocus = () => window.isAway !== true;`;

/** Waits until the page hears what happens from then on. */
const untilLive = (of: Page, role: 'leads' | 'follows'): Promise<unknown> =>
  of.waitForFunction(`window.${role} === true`);

/** How many requests for the lock of alerts have ended. */
const asked = (of: Page): Promise<number> => of.evaluate('window.asked');

test('a notification and a sound announce a message while the window is in the background, without its text', async () => {
  const { shop, page, email } = await openShop();
  await page.addInitScript(WATCHED);
  await enterInbox(page, walk.system, email);
  await openAccount(page);
  await page.evaluate("window.answer = 'denied'");
  const notifies = page.getByRole('checkbox', { name: /^Show a notification/ });
  await notifies.click();
  await page.getByText('The browser blocks notifications from this page.').waitFor();
  expect(await notifies.isChecked()).toBe(false);
  await page.evaluate("window.answer = 'granted'");
  await notifies.check();
  await page.getByRole('checkbox', { name: 'Also play a sound' }).check();
  await untilLive(page, 'leads');
  await shop.customerWrites(uniqueDigits('16'), { text: 'Seen in the window' });
  // The lock of this message is let go again.
  await expect.poll(() => asked(page)).toBe(1);
  expect(await page.evaluate('[window.shown.length, window.sounds]')).toEqual([0, 0]);
  await page.evaluate('window.isAway = true');
  // The person is in another tab of the console, which holds the lock for longer than a test may be starved.
  const other = await page.context().newPage();
  await other.addInitScript(WATCHED);
  await other.goto(`${walk.system.origin}/console/inbox`);
  await other.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  await untilLive(other, 'follows');
  await other.evaluate(
    "void navigator.locks.request('parley-alert', () => new Promise((end) => { window.end = end; }))",
  );
  await shop.customerWrites(uniqueDigits('16'), { text: 'Seen in the other tab' });
  await expect.poll(() => asked(page)).toBe(2);
  await expect.poll(() => asked(other)).toBe(1);
  expect(await page.evaluate('[window.shown.length, window.sounds]')).toEqual([0, 0]);
  expect(await other.evaluate('[window.shown.length, window.sounds]')).toEqual([0, 0]);
  await other.close();
  await shop.customerWrites(uniqueDigits('16'), { text: 'A secret' });
  await expect.poll(() => page.evaluate('window.sounds')).toBe(1);
  expect(await page.evaluate('window.shown')).toEqual([['New message', shop.slug, 'parley-message']]);
});
