import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BROWSER_START_MS } from '../support/browser/browser.ts';
import { browserTest } from '../support/browser/browser-fixtures.ts';
import { findAccessibilityProblems, overflowOf } from '../support/browser/check-page.ts';
import { openChannelFixture } from '../support/channels/channel-fixture.ts';
import { CONFORMING_CHANNELS } from '../support/channels/conforming-channels.ts';
import { linkDevice, untilSession, WD } from '../support/channels/linked-devices.ts';
import { openDesk } from '../support/console/console-desk.ts';
import { conversations, enterInboxAsAgent } from '../support/console/inbox-pages.ts';
import { openPhone } from '../support/console/phone-pages.ts';
import { callJson } from '../support/requests/call-json.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../support/tenants/client.ts';

// The sandbox's test phone next to the inbox (docs/operations/sandbox.md#the-test-phone).
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** An account that the test phone can write to, and the last receipt of its channel. */
interface Reached {
  tenant: TestTenant;
  account: string;
  person: string;
  lastReceipt: 'sent' | 'delivered' | 'read';
}

// A test also fails on a request that the policy of the phone's own page refuses.
const desk = openDesk();
let sandboxOrigin: string;

browserTest.beforeAll(async ({ system }) => {
  const { body } = await callJson('GET', `${system.origin}/console/config.json`);
  sandboxOrigin = body.sandbox_origin;
}, BROWSER_START_MS);

async function reachOn(code: string): Promise<Reached> {
  const channel = CONFORMING_CHANNELS.find((traits) => traits.code === code);
  if (!channel) {
    const tenant = await makeTenant(desk.system, WD);
    const { number } = await linkDevice(desk.system, tenant);
    return { tenant, account: number, person: uniqueDigits('1666'), lastReceipt: 'delivered' };
  }
  const { tenant, account } = await openChannelFixture(desk.system, channel);
  // The sandbox knows numbers by their digits.
  const person = channel.makePerson().replace(/^\+/, '');
  return { tenant, account: account.id, person, lastReceipt: channel.receipts.at(-1) ?? 'sent' };
}

async function openInbox(tenant: TestTenant): Promise<Page> {
  const { page } = desk.visit;
  await enterInboxAsAgent(page, desk.system, tenant.slug);
  return page;
}

const LABELS = { sent: 'Sent', delivered: 'Delivered', read: 'Read' };

test.each(['wa', 'wd', 'tg', 'fb', 'ig', 'tt'])(
  'on %s the test phone writes, the inbox shows it, the answer reaches the test phone, and its ticks follow',
  async (code) => {
    const reached = await reachOn(code);
    const page = await openInbox(reached.tenant);
    const phone = await openPhone(page, code, reached);
    const question = 'Is <b>this</b> in stock?';
    await phone.getByRole('textbox', { name: 'Message' }).fill(question);
    await phone.getByRole('button', { name: 'Send', exact: true }).click();
    await phone.getByRole('log').getByText(question).waitFor();
    await page
      .getByRole('region', { name: 'Conversations' })
      .getByRole('link', { name: /in stock/ })
      .click();
    const thread = page.getByRole('log');
    await thread.getByText(question).waitFor();
    const answer = 'Yes <img src=x onerror="document.title=1">';
    await page.getByRole('textbox', { name: 'Answer' }).fill(answer);
    await page.keyboard.press('Control+Enter');
    const shown = phone.getByRole('log').getByRole('listitem').filter({ hasText: answer });
    await shown.waitFor();
    expect(await phone.getByRole('log').locator('img, script').count()).toBe(0);
    await thread.getByRole('img', { name: LABELS[reached.lastReceipt] }).waitFor();
    await shown.getByRole('button', { name: 'React with 👍' }).click();
    await shown.getByRole('button', { name: 'React with 👍', pressed: true }).waitFor();
    await thread.getByText('👍').waitFor();
  },
);

test('a photo from the test phone appears in the inbox, and a send that it makes fail stays with its reason', async () => {
  const reached = await reachOn('wa');
  const page = await openInbox(reached.tenant);
  const phone = await openPhone(page, 'wa', reached);
  await phone.getByLabel('Send a photo').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: PNG });
  await phone.getByRole('log').getByRole('img', { name: 'Photo' }).waitFor();
  await conversations(page).getByRole('link').first().click();
  const thread = page.getByRole('log');
  await thread.locator('img').waitFor();
  await phone.getByText('Simulate failures').click();
  await phone.getByRole('button', { name: 'The next send is refused' }).click();
  await phone.getByText('Done.').waitFor();
  await page.getByRole('textbox', { name: 'Answer' }).fill('A nice photo');
  await page.keyboard.press('Control+Enter');
  await thread.getByText('Meta refused the message.').waitFor();
  // The browser reports the refusal.
  desk.visit.problems.splice(0);
  // This applies to every number of the sandbox. Tests in other files wait for the last receipt, which does not depend
  // on the order.
  await phone.getByRole('button', { name: 'Receipts in the wrong order' }).click();
  await thread.getByRole('button', { name: 'Try again' }).click();
  await phone.getByRole('log').getByText('A nice photo').waitFor();
  await thread.getByRole('img', { name: 'Read' }).waitFor();
  await phone.getByRole('button', { name: 'Receipts at once' }).click();
  await phone.getByText('Done.').waitFor();
});

test('a message that the customer edits and revokes on the test phone changes in the inbox', async () => {
  const reached = await reachOn('wa');
  const page = await openInbox(reached.tenant);
  const phone = await openPhone(page, 'wa', reached);
  const bubbles = phone.getByRole('log').getByRole('listitem');
  for (const text of ['Two pleese', 'And a secret']) {
    await phone.getByRole('textbox', { name: 'Message' }).fill(text);
    await phone.getByRole('button', { name: 'Send', exact: true }).click();
    await bubbles.filter({ hasText: text }).waitFor();
  }
  await conversations(page).getByRole('link').first().click();
  const thread = page.getByRole('log');
  await bubbles.filter({ hasText: 'Two pleese' }).getByRole('button', { name: 'Edit' }).click();
  await phone.getByRole('textbox', { name: 'Message' }).fill('Two, please');
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await thread.getByText('Two, please').waitFor();
  await bubbles.filter({ hasText: 'And a secret' }).getByRole('button', { name: 'Take back' }).click();
  await phone.getByText('Taken back').waitFor();
  await thread.getByText('And a secret').waitFor({ state: 'detached' });
});

test('the test phone approves a device’s pairing code, and the device then appears among its accounts', async () => {
  const { page } = desk.visit;
  const tenant = await makeTenant(desk.system, WD);
  const number = uniqueDigits('1777');
  const { body: session } = await tenant.post('create-session', { label: 'Shop' });
  const { session_token } = session;
  const { body } = await tenant.post('pair-code', { session_token, phone: number });
  await page.goto(`${sandboxOrigin}/sandbox/phone?channel=wd`);
  await page.getByText('Link a device').first().click();
  await page.getByLabel('Number of the test phone').fill(`+${number}`);
  await page.getByLabel('Code that the console shows').fill(body.pairing_code);
  await page.keyboard.press('Enter');
  await page.getByText('Done.').waitFor();
  await untilSession(tenant, session_token, 'connected');
  await page.reload();
  await page.getByLabel('Account').selectOption(number);
});

test('people comment and reply below a post', async () => {
  const { page } = desk.visit;
  await page.goto(`${sandboxOrigin}/sandbox/phone?channel=ig`);
  await page.getByRole('button', { name: 'Comments' }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('How much?');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('How much?').waitFor();
  await page.getByRole('button', { name: 'Reply' }).first().click();
  await page.keyboard.type('And in blue?');
  await page.keyboard.press('Enter');
  await page.locator('li.below').getByText('And in blue?').waitFor();
});

test('the test phone is a separate screen without axe problems, and fits every width in both languages', async () => {
  const tenant = await makeTenant(desk.system);
  const page = await openInbox(tenant);
  const found: string[] = [];
  for (const language of ['en', 'ar']) {
    for (const [name, address] of [
      ['screen', `${desk.system.origin}/console/phone`],
      ['page', `${sandboxOrigin}/sandbox/phone?lang=${language}&channel=fb`],
    ] as const) {
      await page.goto(address);
      await page.evaluate(`localStorage.setItem('parley.language', '${language}')`);
      await page.reload();
      if (name === 'page') await page.locator('.words').fill('Hello');
      if (name === 'page') await page.keyboard.press('Enter');
      for (const width of [1440, 375]) {
        await page.setViewportSize({ width, height: 900 });
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await page.locator('html').getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
        if ((await overflowOf(page)) > 0) found.push(`${name} ${language} at ${width} is wider than its window`);
        const problems = await findAccessibilityProblems(page);
        found.push(...problems.map((problem) => `${name} ${language} at ${width}: ${problem}`));
      }
    }
  }
  expect(found).toEqual([]);
});
