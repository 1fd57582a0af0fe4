import { openPushService, type PushService } from '@parley/testing/servers/push-service';
import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTenant } from '../support/console/console-browser.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { enterInbox } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Notifications while the console is closed (docs/reference/notifications.md#push). The browser's own push service is on
// the internet: one of the tests takes its place, and its messages are handed to the browser.
const walk = walkConsole();
let pushes: PushService;
beforeAll(async () => {
  pushes = await openPushService();
});
afterAll(() => pushes[Symbol.asyncDispose]());

/** The browser's subscription is at the push service of the test. */
const subscribedAt = ({ endpoint, p256dh, auth }: ReturnType<PushService['subscribe']>): string => `
  window.keys = [];
  PushManager.prototype.subscribe = async function ({ userVisibleOnly, applicationServerKey }) {
    if (!userVisibleOnly) throw new DOMException('', 'NotAllowedError');
    window.keys.push(applicationServerKey);
    return { toJSON: () => (${JSON.stringify({ endpoint, keys: { p256dh, auth } })}), unsubscribe: async () => true };
  };`;

/** A browser without a screen shows no notification of a worker, and takes every window for the one in front. */
const WATCHED = `
  self.shown = [];
  self.isAway = false;
  self.looks = 0;
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => void self.shown.push({ title, ...options });
  Object.defineProperty(WindowClient.prototype, 'focused', { get: () => (self.looks++, !self.isAway) });
  WindowClient.prototype.focus = async () => {};
  self.click = (data) => self.dispatchEvent(
    Object.assign(new ExtendableEvent('notificationclick'), { notification: { data, close() {} } }));`;

/** Gives the browser what its push service accepted. */
async function deliver(session: CDPSession, registrationId: string, data: string): Promise<void> {
  await session.send('ServiceWorker.deliverPushMessage', { origin: walk.system.origin, registrationId, data });
}

test('a device is notified while the console is closed, and a click opens the conversation', async () => {
  const shop = await makeTenant(walk.system);
  const { email } = await joinTenant(walk.system, shop.slug, 'agent');
  const { page } = walk.visit;
  await page.context().grantPermissions(['notifications'], { origin: walk.system.origin });
  await page.addInitScript(subscribedAt(pushes.subscribe()));
  await enterInbox(page, walk.system, email);
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  await walk.open('/account');
  const pushesHere = page.getByRole('checkbox', { name: 'Notify this device while Parley is closed' });
  await pushesHere.click();
  await expect.poll(() => pushesHere.isChecked()).toBe(true);
  const registrationId = await registered;
  await shop.customerWrites(uniqueDigits('16'), { text: 'A secret' });
  await expect.poll(() => pushes.received.length, { timeout: 20_000 }).toBe(1);
  const [received] = pushes.received;
  expect(await page.evaluate('window.keys')).toEqual([received?.senderKey]);
  await deliver(session, registrationId, received?.text ?? '');
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('The page has no worker.');
  await worker.evaluate(WATCHED);
  // The person is in the window.
  await deliver(session, registrationId, JSON.stringify({ ...JSON.parse(received?.text ?? ''), title: 'Unseen' }));
  // The worker handles it after the call has returned.
  await expect.poll(() => worker.evaluate('self.looks')).toBeGreaterThan(0);
  await worker.evaluate('void (self.isAway = true)');
  await deliver(session, registrationId, received?.text ?? '');
  await expect.poll(() => worker.evaluate('self.shown.length')).toBe(1);
  const [told] = await worker.evaluate<[{ data: unknown }]>('self.shown');
  const text = { title: 'New message', body: shop.slug, tag: 'parley-message', lang: 'en', dir: 'ltr' };
  expect(told).toMatchObject(text);
  await worker.evaluate(`void self.click(${JSON.stringify(told.data)})`);
  await page.getByRole('log').getByText('A secret').waitFor();

  await walk.open('/account');
  // The subscription was renewed with the page.
  await expect.poll(() => page.evaluate('window.keys.length')).toBe(1);
  await pushesHere.click();
  await expect.poll(() => pushesHere.isChecked()).toBe(false);
});
