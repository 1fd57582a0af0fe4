import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openWindow } from '../support/browser/browser.ts';
import { makePage } from '../support/channels/connect-channels.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { enterConsole, walkConsole } from '../support/console/console-walk.ts';
import { conversations, enterInbox, openConversation } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

/**
 * Frequent tasks with real keys and a real pointer, and how many steps each takes. A step is a command key, a click on a
 * button, an option that is chosen, or a field of a
 * form that is entered, typed and left by a key.
 */
const walk = walkConsole();

function countSteps() {
  let count = 0;
  return {
    count: () => count,
    async press(page: Page, key: string): Promise<void> {
      count++;
      await page.keyboard.press(key);
    },
    async click(target: Locator): Promise<void> {
      count++;
      await target.click();
    },
    /** Types into the focused field, and leaves it by the key. */
    async type(page: Page, text: string, key: string): Promise<void> {
      count++;
      await page.keyboard.type(text);
      await page.keyboard.press(key);
    },
    /** Types a part of an option's name into the focused field, and takes the option by Enter. */
    async pick(page: Page, text: string, option: string | RegExp): Promise<void> {
      count++;
      await page.keyboard.type(text);
      await page.getByRole('option', { name: option }).waitFor();
      await page.keyboard.press('Enter');
    },
    async choose(page: Page, field: string, value: string): Promise<void> {
      count++;
      await page.getByRole('combobox', { name: field, exact: true }).click();
      await page.locator(`[role="option"][data-value="${value}"]`).click();
      await page.getByRole('listbox').waitFor({ state: 'detached' });
    },
  };
}

const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `((({ labels, ariaLabel, innerText }) => labels?.[0]?.innerText ?? ariaLabel ?? innerText)(document.activeElement ?? {}) + '')
      .replace(/[\\u2068\\u2069]/g, '')`,
  );
const focusOn = (page: Page, name: string): Promise<void> => expect.poll(() => focused(page)).toBe(name);

test('ten answers take at most 31 key commands', async () => {
  const shop = await makeTenant(walk.system);
  for (let n = 0; n < 10; n++) await shop.customerWrites(uniqueDigits('16'), { text: `Question ${n}` });
  const { page } = walk.visit;
  await enterInbox(page, walk.system, (await joinTenant(walk.system, shop.slug, 'agent')).email);
  await page.getByRole('link', { name: /Question 9/ }).waitFor();
  const steps = countSteps();
  await steps.press(page, 'j');
  for (let n = 9; n >= 0; n--) {
    await page.getByRole('log').getByText(`Question ${n}`, { exact: true }).waitFor();
    await steps.press(page, 'r');
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
    await page.keyboard.type(`Answer ${n}`);
    await steps.press(page, 'Control+Shift+Enter');
  }
  const resolved = async () => (await shop.admin('GET', '/conversations?status=resolved&limit=20')).body.items.length;
  await expect.poll(resolved).toBe(10);
  expect(steps.count()).toBeLessThanOrEqual(31);
});

test('a new message by template takes 4 steps', async () => {
  const { page } = walk.visit;
  await enterInbox(page, walk.system, (await joinTenant(walk.system, walk.tenant.slug, 'agent')).email);
  const steps = countSteps();
  await steps.press(page, 'c');
  await focusOn(page, 'To');
  await steps.type(page, `+${uniqueDigits('49153')}`, 'Enter');
  await focusOn(page, 'Template');
  await steps.pick(page, 'order', 'order_update (en)');
  await focusOn(page, 'Value 1');
  await page.keyboard.type('Amal');
  await page.keyboard.press('Tab');
  await steps.type(page, '12', 'Enter');
  await page
    .getByRole('log')
    .getByText(/^Template .order_update.$/)
    .waitFor();
  expect(steps.count()).toBe(4);
});

/** An agent at the open conversation of a workspace with another agent, Priya, and a label. */
async function openDeskOf(text: string): Promise<Page> {
  const { system, visit } = walk;
  const shop = await makeTenant(system);
  await shop.customerWrites(uniqueDigits('16'), { text });
  const { browser: owner } = await joinTenant(system, shop.slug, 'owner');
  await owner.call('create-label', { title: 'Urgent', color: 'red' });
  await joinTenant(system, shop.slug, 'agent', { name: 'Priya' });
  await enterInbox(visit.page, system, (await joinTenant(system, shop.slug, 'agent')).email);
  await openConversation(visit.page, text);
  return visit.page;
}

test('a conversation is assigned to a colleague in 2 steps', async () => {
  const page = await openDeskOf('Who can help me?');
  const steps = countSteps();
  await steps.press(page, 'a');
  await focusOn(page, 'Find a member or a team');
  await steps.pick(page, 'pri', 'Priya');
  await page
    .getByRole('log')
    .getByText(/assigned this to .Priya/)
    .waitFor();
  expect(steps.count()).toBe(2);
});

test('a note that mentions a colleague takes 3 steps', async () => {
  const page = await openDeskOf('May I have a discount?');
  const steps = countSteps();
  await steps.press(page, 'n');
  await focusOn(page, 'Note');
  await steps.pick(page, 'Regular customer @pri', 'Priya');
  await steps.type(page, 'please decide', 'Control+Enter');
  await page
    .getByRole('log')
    .getByRole('group', { name: /^Note of .You/ })
    .getByText(/Regular customer @Priya please decide/)
    .waitFor();
  expect(steps.count()).toBe(3);
});

test('a conversation is snoozed until tomorrow in 2 steps', async () => {
  const page = await openDeskOf('Call me tomorrow');
  const steps = countSteps();
  await steps.press(page, 's');
  await focusOn(page, 'Until when?');
  await steps.pick(page, 'tomorrow', /^Tomorrow morning/);
  await conversations(page).getByText('Call me tomorrow').waitFor({ state: 'detached' });
  await page
    .getByRole('log')
    .getByText(/snoozed this until .*09:00/)
    .waitFor();
  expect(steps.count()).toBe(2);
});

test('a conversation is labelled in 3 steps', async () => {
  const page = await openDeskOf('My parcel is wet');
  const steps = countSteps();
  await steps.press(page, 'l');
  await focusOn(page, 'Find a label');
  await steps.pick(page, 'urg', 'Urgent');
  await page.getByRole('option', { name: 'Urgent', selected: true }).waitFor();
  await steps.press(page, 'Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await conversations(page).getByText('Urgent', { exact: true }).waitFor();
  expect(steps.count()).toBe(3);
});

test('a refused request is seen with its fields after 2 steps', async () => {
  const refused = await walk.tenant.post('send', { channel: 'tg', to: '4711', message: 'Hi' });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  const requestId = String(refused.headers['x-request-id']);
  const page = await walk.signIn();
  const steps = countSteps();
  await steps.click(page.getByRole('navigation').getByRole('link', { name: 'Requests', exact: true }));
  await steps.click(page.getByRole('button', { name: `send: ${requestId}` }));
  await page.getByRole('region', { name: requestId }).getByText('•••').first().waitFor();
  expect(steps.count()).toBe(2);
});

test('a key with a webhook takes 3 steps', async () => {
  const page = await walk.signIn();
  await walk.goTo('Keys');
  const steps = countSteps();
  await steps.click(page.getByRole('button', { name: 'Create key' }));
  await focusOn(page, 'Name');
  await steps.type(page, 'Shop', 'Tab');
  await page.getByLabel('Webhook address').click();
  await steps.type(page, walk.tenant.receiver.url, 'Enter');
  await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
  expect(steps.count()).toBe(3);
});

test('a phone is linked by a code in 5 steps', async () => {
  const { devices } = walk.system.sandbox;
  const { number } = await devices.putPhone({ number: uniqueDigits('15') });
  const page = await walk.signIn();
  await walk.goTo('Channels');
  const steps = countSteps();
  await steps.click(page.getByRole('button', { name: 'Connect channel' }));
  await steps.click(page.getByRole('button', { name: 'WhatsApp (linked device)' }));
  await page.getByLabel('Name').click();
  await steps.type(page, 'Palm Bakery', 'Enter');
  await steps.click(page.getByRole('button', { name: 'Link by a code instead' }));
  await page.getByLabel('Number of the phone').click();
  await steps.type(page, `+${number}`, 'Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Pairing code', { exact: true }).waitFor();
  await devices.enterCode(number, (await dialog.locator('pre').first().textContent()) ?? '');
  await dialog.getByText('The phone is linked.').waitFor();
  expect(steps.count()).toBe(5);
});

test('the platform’s page for a Facebook page opens after 4 steps', async () => {
  await makePage(walk.system);
  // The platform's dialog has another origin, which the walk's own window refuses.
  const { page, problems, context } = await openWindow(walk.browser, { locale: 'en-GB' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterConsole(page, { origin: walk.system.origin, email: walk.owner });
  await page.getByRole('navigation').getByRole('link', { name: 'Channels' }).click();
  const steps = countSteps();
  await steps.click(page.getByRole('button', { name: 'Connect channel' }));
  await steps.click(page.getByRole('button', { name: 'Messenger' }));
  await steps.click(page.getByRole('button', { name: 'Create connect link' }));
  await steps.click(page.getByRole('link', { name: 'Open the link' }));
  await page.getByRole('link', { name: 'Continue to Facebook' }).waitFor();
  expect(steps.count()).toBe(4);
  expect(problems).toEqual([]);
  await context.close();
});
