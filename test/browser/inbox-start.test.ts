import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityProblems, overflowOf } from '../support/browser/check-page.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { useLook, walkConsole } from '../support/console/console-walk.ts';
import { conversations, enterInbox } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// A first message from the inbox (docs/reference/console.md#new-message), by real keys.
const walk = walkConsole();
const PREVIEW = 'Hello Amal, order 12 is ready.';
/** How the thread shows the message. */
const SENT = /^Template .order_update.$/;

/** Waits until the field with this label, or the button with this name, has the focus. */
const focusOn = (page: Page, name: string): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate<string>(
        '((document.activeElement?.labels?.[0] ?? document.activeElement)?.innerText + "").replace(/[\\u2068\\u2069]/g, "")',
      ),
    )
    .toBe(name);

test('an agent sends a template to a new number by keys, and the conversation opens', async () => {
  const shop = await makeTenant(walk.system);
  const { email } = await joinTenant(walk.system, shop.slug, 'agent');
  const { page } = walk.visit;
  await enterInbox(page, walk.system, email);
  const number = uniqueDigits('49151');
  await page.keyboard.press('c');
  await focusOn(page, 'To');
  await page.keyboard.type('0151 123');
  await page.keyboard.press('Enter');
  await page.getByText('Enter a phone number with its country code.').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(`00${number}`);
  await page.keyboard.press('Enter');
  await focusOn(page, 'Template');
  await page.keyboard.type('order');
  await page.getByRole('option', { name: 'order_update (en)' }).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await focusOn(page, 'Value 1');
  await page.keyboard.type('Amal');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12');
  await page.getByText(PREVIEW).waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/start-en.png` });
  // An agent may not see the balance.
  await page.getByText(/^Price: .1. credit\.$/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('log').getByText(SENT).waitFor();
  // Colleagues read what the customer reads.
  await page.getByRole('log').getByText(PREVIEW).waitFor();
  await conversations(page)
    .getByText(/^.?You.?: .?Hello Amal, order 12 is ready\./)
    .waitFor();
  await page.getByRole('heading', { name: `+${number}`, level: 2 }).waitFor();
  // The person never wrote: no message of theirs is old.
  await page.getByText('WhatsApp allows only templates now.').waitFor();
  expect(await page.getByText(/last message/).count()).toBe(0);
  await conversations(page)
    .getByRole('link', { name: new RegExp(number) })
    .waitFor();
});

test('a message whose response is lost is sent once, however often it is retried', async () => {
  const shop = await makeTenant(walk.system);
  const { email, browser } = await joinTenant(walk.system, shop.slug, 'owner');
  const { page } = walk.visit;
  await enterInbox(page, walk.system, email);
  const before = Number((await browser.call('get-own-tenant', {})).balance);
  let lost = 0;
  await page.route('**/start-conversation*', async (route) => {
    // The server gets it; its answer does not reach the page.
    await route.fetch();
    lost++;
    if (lost < 3) await route.abort();
    else await route.continue();
  });
  await page.getByRole('button', { name: 'New message' }).click();
  await focusOn(page, 'To');
  await page.keyboard.type(`+${uniqueDigits('49152')}`);
  await page.keyboard.press('Enter');
  await focusOn(page, 'Template');
  await page.keyboard.type('order');
  await page.getByRole('option', { name: 'order_update (en)' }).click();
  await focusOn(page, 'Value 1');
  await page.keyboard.type('Amal');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12');
  await page.getByText(PREVIEW).waitFor();
  await page.getByText(/^Price: .1. credit\. Balance: .+\.$/).waitFor();
  const sendButton = page.getByRole('button', { name: 'Send', exact: true });
  for (let n = 0; n < 2; n++) {
    await page.keyboard.press('Enter');
    await expect.poll(() => lost).toBe(n + 1);
    await page.getByRole('alert').getByText('The server does not answer.').waitFor();
    await expect.poll(() => sendButton.isEnabled()).toBe(true);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText(SENT).waitFor();
  expect(await page.getByRole('log').getByText(SENT).count()).toBe(1);
  expect(before - Number((await browser.call('get-own-tenant', {})).balance)).toBe(1);
  // The browser reports the lost answers.
  walk.visit.problems.length = 0;
});

test('the dialog fits in Arabic, in both themes, on a phone', async () => {
  const shop = await makeTenant(walk.system);
  const { email } = await joinTenant(walk.system, shop.slug, 'agent');
  const { page } = walk.visit;
  await enterInbox(page, walk.system, email);
  await page.setViewportSize({ width: 375, height: 812 });
  for (const look of [
    { language: 'ar', theme: 'light' },
    { language: 'ar', theme: 'dark' },
  ]) {
    await useLook(page, look);
    await page.getByRole('button', { name: 'رسالة جديدة' }).click();
    await page.getByRole('combobox', { name: 'القالب' }).click();
    await page.getByRole('option').first().click();
    await page.getByText('Hello {{1}}', { exact: false }).waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/start-${look.theme}-ar.png` });
    await page.keyboard.press('Escape');
  }
});
