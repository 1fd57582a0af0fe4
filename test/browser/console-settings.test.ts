import { totpCode, totpStepAt } from '@parley/accounts/people/second-factor.rules';
import { pollUntil } from '@parley/testing/poll-until';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aiAddress } from '../support/bots/bots.ts';
import { openWindow } from '../support/browser/browser.ts';
import { findAccessibilityProblems, overflowOf } from '../support/browser/check-page.ts';
import { chooseOption } from '../support/browser/choose-option.ts';
import { CONSOLE_PASSWORD, joinTenant } from '../support/console/console-browser.ts';
import { enterConsole, walkConsole } from '../support/console/console-walk.ts';
import { uniqueDigits } from '../support/tenants/client.ts';

interface Rotation {
  /** The menu that holds the button. */
  menu?: Locator;
  button: Locator;
  question: string | RegExp;
  /** The question's words about the secret that is replaced. */
  tells: RegExp;
}

/** Rotates a secret by keys: leaves the question once, then confirms it, and closes the new secret. */
async function rotateAfterQuestion(page: Page, { menu, button, question: name, tells }: Rotation): Promise<void> {
  const question = page.getByRole('dialog', { name });
  const secret = page.getByRole('dialog').getByText(/^whsec_/);
  const ask = async (): Promise<void> => {
    await menu?.press('Enter');
    await button.press('Enter');
    await question.getByText(tells).waitFor();
  };
  await ask();
  expect(await secret.count()).toBe(0);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await ask();
  await question.getByRole('button', { name: /^Rotate/ }).press('Enter');
  await secret.waitFor();
  await dialogOf(page).getByRole('button', { name: 'Close' }).press('Enter');
  await secret.waitFor({ state: 'detached' });
}

// Settings in the console, each screen by its main task (docs/reference/console.md#pages).
/** The open dialog: a notice is one too for screen readers, and has a Close as well. */
const dialogOf = (page: Page) => page.locator('[role="dialog"]:not([data-notice])');

const walk = walkConsole();
const { signIn, signInAsOperator, goTo, open } = walk;

test('a member turns the second factor on with the shown secret, and signs in with a recovery code', async () => {
  const { email } = await joinTenant(walk.system, walk.tenant.slug, 'agent');
  const { page } = walk.visit;
  await enterConsole(page, { origin: walk.system.origin, email });
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Set up authenticator' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Your password').fill(CONSOLE_PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: /QR code/ }).waitFor();
  const secret = (await dialog.locator('pre').textContent()) ?? '';
  await dialog.getByLabel('Code of the authenticator').fill(totpCode(secret, totpStepAt(new Date())));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('Two-factor authentication is on.').waitFor();
  const codes = ((await dialog.locator('pre').textContent()) ?? '').split('\n');
  expect(codes).toHaveLength(10);
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('On', { exact: true }).waitFor();

  const other = await openWindow(walk.browser, { locale: 'en-GB' });
  await enterConsole(other.page, { origin: walk.system.origin, email });
  expect(await other.page.getByRole('alert').count()).toBe(0);
  await other.page.getByLabel('Code').fill('000000');
  await other.page.keyboard.press('Enter');
  await other.page.getByRole('alert').getByText('The code is wrong').waitFor();
  await other.page.getByLabel('Code').fill(codes[0] ?? '');
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  await other.context.close();
});

test('a member ends their other sessions, changes their password, and turns single keys off', async () => {
  const { email, browser } = await joinTenant(walk.system, walk.tenant.slug, 'developer');
  const page = await signIn(email);
  await open('/account');
  await page.getByRole('row', { name: /This session/ }).waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' });
  await expect.poll(async () => (await browser.ask('me')).status).toBe(401);

  await page.getByLabel('Your password').fill('not my password');
  await page.getByLabel('New password').fill(`${CONSOLE_PASSWORD}!`);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('password or code is wrong').waitFor();
  // The browser reports each error answer.
  walk.visit.problems.splice(0);
  await page.getByLabel('Your password').fill(CONSOLE_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password is changed').waitFor();

  await page.getByLabel('Use single-key shortcuts').uncheck();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Go to or do' }).waitFor();
});

test('an owner adds a recipient, confirms their phone by SMS code, and sees the sent notifications', async () => {
  const page = await signIn();
  await goTo('Notifications');
  await page.getByRole('button', { name: 'Add a recipient' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name').fill('Ann');
  const phone = `+965${uniqueDigits('')}`;
  await dialog.getByLabel('SMS', { exact: true }).fill(phone);
  await chooseOption(dialog, 'Credit is low: SMS', 'digest');
  await dialog.getByRole('button', { name: 'Add a recipient' }).click();
  const row = page.getByRole('row', { name: /^Ann/ });
  await row.getByText('Not confirmed').waitFor();
  const code = await pollUntil(
    async () => {
      const sms = (await walk.system.sandbox.notices.sms()).findLast(({ to }) => to === phone);
      return /^\d{6}/.exec(sms?.text ?? '')?.[0] ?? null;
    },
    { what: () => 'the SMS with the code' },
  );
  await row.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: 'Confirm the number' }).click();
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByRole('button', { name: 'Confirm the number' }).click();
  await row.getByText('Confirmed', { exact: true }).waitFor();
  await page.getByRole('row', { name: /Confirmation.*Sent/ }).waitFor();
});

test('an owner adds a member as recipient; name and address stay those of the member', async () => {
  const { email, browser } = await joinTenant(walk.system, walk.tenant.slug, 'agent');
  const { member } = await browser.call('me', {});
  const page = await signIn();
  await goTo('Notifications');
  await page.getByRole('button', { name: 'Add a recipient' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name').waitFor();
  await chooseOption(dialog, 'Recipient', member?.id ?? '');
  await dialog.getByLabel('Name').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Add a recipient' }).click();
  const row = page.getByRole('row', { name: new RegExp(`The agent.*${email}`) });
  await row.getByText('Member', { exact: true }).waitFor();
  await row.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByText('name and address are their own').waitFor();
  await chooseOption(dialog, 'Language', 'ar');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test.each([
  ['an owner, of the workspace', 'Platform webhook', () => signIn()],
  ['the operator, of the deployment', 'Deployment webhook', () => signInAsOperator()],
] as const)('%s, creates a platform webhook, whose test event arrives, and deletes it', async (_whose, name, enter) => {
  const page = await enter();
  await goTo(name);
  const receiver = walk.system.sandbox.receiver(`browser-${uniqueDigits('')}`);
  await page.getByRole('button', { name: 'Set up webhook' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Set up webhook' }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Send test event' }).click();
  const panel = page.getByRole('region', { name: /^Delivery/ });
  await panel.getByRole('button', { name: 'Close' }).click();
  await page
    .getByRole('row', { name: /new-messages.*Delivered/ })
    .first()
    .waitFor();
  expect((await receiver.received()).length).toBeGreaterThan(0);
  await rotateAfterQuestion(page, {
    button: page.getByRole('button', { name: 'Rotate secret' }),
    question: 'Rotate the signing secret?',
    tells: /one previous secret stays valid, for 24 hours/,
  });
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No platform webhook yet').waitFor();
});

test('an owner sets a key, creates a bot, adds knowledge, and tries it before it answers customers', async () => {
  const page = await signIn();
  await goTo('Bots');
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: 'Add key' }).click();
  await dialog.getByLabel('Key', { exact: true }).fill(`sk-${uniqueDigits('')}-of-the-browser`);
  await dialog.getByLabel('Address of a compatible server').fill(aiAddress(walk.system, 'openai'));
  await dialog.getByRole('button', { name: 'Test and save' }).click();
  await dialog.getByText('The key is saved, and it works.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('row', { name: /^OpenAI.*Works/ }).waitFor();

  await page.getByRole('button', { name: 'Create bot' }).first().click();
  await dialog.getByLabel('Name').fill('Noor');
  await dialog.getByLabel('Model').fill('scripted');
  await dialog.getByLabel('Instructions').fill('Be kind.');
  await dialog.getByRole('button', { name: 'Create bot' }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page
    .getByRole('row', { name: /Noor.*scripted.*Off/ })
    .getByRole('link')
    .click();
  await rotateAfterQuestion(page, {
    button: page.getByRole('button', { name: 'Rotate tool secret' }),
    question: /^Rotate the tool secret of .?Noor.?\?$/,
    tells: /The current secret ends at once/,
  });

  await page.getByRole('button', { name: 'Add source' }).click();
  await chooseOption(dialog, 'Kind', 'qa');
  await dialog.getByLabel('Title').fill('Hours');
  await dialog.getByLabel('Questions and answers').fill('When are you open?\nFrom nine to five.');
  await dialog.getByRole('button', { name: 'Add source' }).click();
  await page.getByRole('row', { name: /Hours.*Ready/ }).waitFor();

  const question = `Are you open, ${uniqueDigits('')}?`;
  await walk.system.sandbox.ai.answer({ contains: question, answer: 'Yes, until five.' });
  await page.getByLabel('Message').fill(question);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Yes, until five.').waitFor();
  await page.getByText(/tokens read/).waitFor();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Turn off' }).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 900 });
  expect(await overflowOf(page)).toBe(0);
});

test('an owner sees the balance and each movement of credit, and finds a sent message by its id', async () => {
  const customer = uniqueDigits('2010');
  await walk.tenant.customerWrites(customer);
  const sent = await pollUntil(
    async () => {
      const { body } = await walk.tenant.post('send', { channel: 'wa', to: `+${customer}`, message: 'Hello' });
      return body.ok ? String(body.message_id) : null;
    },
    { what: () => 'the customer to be known' },
  );
  const page = await signIn();
  await goTo('Credit');
  await page.getByRole('row', { name: new RegExp(`Message .* ${sent} `) }).waitFor();
  await page.getByRole('row', { name: /Top-up/ }).waitFor();
  const { body } = await walk.tenant.admin('GET', '');
  await page.getByText(new Intl.NumberFormat('en').format(Number(body.balance)), { exact: true }).waitFor();
});

test('a channel shows its last incoming and outgoing activity, and that it has no problem', async () => {
  await walk.tenant.customerWrites(uniqueDigits('2011'));
  const page = await signIn();
  await goTo('Channels');
  await page.getByRole('link', { name: /WhatsApp Cloud API.*Connected.*Last message/ }).click();
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByText(/^Token from/).waitFor();
  const received = page.getByRole('definition').first();
  expect(await received.textContent()).not.toBe('–');
});

test('a webhook secret is rotated only after a question that says what it breaks', async () => {
  const page = await walk.signIn();
  await walk.goTo('Keys');
  await rotateAfterQuestion(page, {
    menu: page.getByRole('button', { name: /^Actions of .?test.?$/ }),
    button: page.getByRole('menuitem', { name: 'Rotate webhook secret' }),
    question: /^Rotate the webhook secret of .?test.?\?$/,
    tells: /one previous secret stays valid, for 24 hours/,
  });
});

test('an API key is rotated in a dialog that says how long the old one works, and both work', async () => {
  const { tenant } = walk;
  const made = await tenant.admin('POST', '/keys', { label: 'Rotated', channels: ['wa'] });
  const page = await walk.signIn();
  await walk.goTo('Keys');
  await page.getByRole('button', { name: /^Actions of .?Rotated.?$/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Rotate API key' }).press('Enter');
  const question = page.getByRole('dialog', { name: /^Rotate .?Rotated.?\?$/ });
  await chooseOption(page, 'The current key works for', 'hour');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await question.getByRole('button', { name: 'Rotate API key' }).press('Enter');
  const shown = page.getByRole('dialog', { name: 'Your new key' });
  const apiKey = (await shown.getByText(/^pk_/).textContent()) ?? '';
  for (const key of [made.body.api_key, apiKey])
    expect((await tenant.get('status', {}, { authorization: `Bearer ${key}` })).status).toBe(200);
  await shown.getByRole('button', { name: 'Close' }).press('Enter');
  await page
    .getByRole('row', { name: /Rotated/ })
    .getByText(/^Old key until /)
    .waitFor();
});
