import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { findAccessibilityProblems, overflowOf } from '../support/browser/check-page.ts';
import { chooseOption } from '../support/browser/choose-option.ts';
import { CONSOLE_PASSWORD, joinTenant, openConsoleBrowser } from '../support/console/console-browser.ts';
import { useLook, walkConsole } from '../support/console/console-walk.ts';

// Templates of a WhatsApp number, written in the console (docs/reference/console.md#templates).
const walk = walkConsole();
const { signIn, goTo } = walk;

const template = (name: string) => async () =>
  (await walk.tenant.get('templates')).body.templates.find((one: { name: string }) => one.name === name) ?? null;

test('an owner writes a template by keyboard, sees what Meta would refuse and the preview, submits, edits and deletes it', async () => {
  const page = await signIn();
  await goTo('Templates');
  await page.getByRole('button', { name: 'Create template' }).click();
  const findings = page.getByRole('main').getByRole('status');
  const preview = page.getByRole('region', { name: 'Preview' });
  const submit = page.getByRole('button', { name: 'Submit for review' });
  await findings.getByText('The body needs a text.').waitFor();
  expect(await submit.isDisabled()).toBe(true);

  await page.getByLabel('Name').focus();
  await page.keyboard.type('order_ready');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('en_US');
  await page.getByLabel('Body').focus();
  await page.keyboard.type('Hi {{1}}, order {{2}}');
  await findings.getByText('must not begin or end with a placeholder').waitFor();
  await page.keyboard.type(' is ready.');
  await findings.getByText('Give an example for each placeholder of the body.').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ann');
  await page.keyboard.press('Tab');
  await page.keyboard.type('#7');
  await preview.getByText('Hi Ann, order #7 is ready.').waitFor();
  await findings.getByText('Nothing that Meta would refuse was found.').waitFor();

  await chooseOption(page, 'Header', 'text');
  await page.getByLabel('Text of the header').fill('Your order');
  await page.getByLabel('Footer').fill('Parley shop');
  for (const [index, title] of ['Thanks', 'Track'].entries()) {
    await page.getByRole('button', { name: 'Add button' }).focus();
    await page.keyboard.press('Enter');
    const button = page.getByRole('group', { name: new RegExp(`Button .*${index + 1}`) });
    if (title === 'Track') {
      await chooseOption(button, 'Type', 'url');
      await button.getByLabel('Address').fill('https://shop.example/');
    }
    await button.getByLabel('Title').fill(title);
  }
  for (const text of ['Your order', 'Parley shop', 'Thanks', 'Track']) await preview.getByText(text).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 900 });
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await submit.focus();
  await page.keyboard.press('Enter');

  const row = page.getByRole('row', { name: /order_ready/ });
  await row.getByText('In review').waitFor();
  const made = await pollUntil(template('order_ready'), { what: () => 'the template' });
  expect(made).toMatchObject({ language: 'en_US', category: 'UTILITY', body: 'Hi {{1}}, order {{2}} is ready.' });
  expect(made.components.map(({ type }: { type: string }) => type)).toEqual(['HEADER', 'BODY', 'FOOTER', 'BUTTONS']);

  const decide = (decision: object) =>
    walk.system.sandbox.graph.whatsapp.decideTemplate({
      waba_id: walk.tenant.wabaId,
      name: 'order_ready',
      language: 'en_US',
      ...decision,
    });
  await decide({ status: 'REJECTED', reason: 'PROMOTIONAL', quality: 'RED' });
  await row.getByText(/Reason: .*PROMOTIONAL/).waitFor();
  await row.getByText('Low').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);

  await row.getByRole('button', { name: /^Edit/ }).click();
  expect(await page.getByLabel('Body').inputValue()).toBe('Hi {{1}}, order {{2}} is ready.');
  await page.getByLabel('Footer').fill('Another shop');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await row.getByText('In review').waitFor();

  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
});

test('shows the reason of a refusal by Meta in its own words, and keeps the draft', async () => {
  const page = await signIn();
  await goTo('Templates');
  await page.getByRole('button', { name: 'Create template' }).click();
  await page.getByLabel('Name').fill('too_clever');
  await page.getByLabel('Body').fill('Hello there.');
  const reason = 'This template has too many words for its taste.';
  const error = { message: 'Invalid parameter', code: 100, error_user_msg: reason };
  const match = { path: 'message_templates', method: 'post' };
  await walk.system.sandbox.failNext({ provider: 'wa', match, mode: 'status', status: 400, body: { error } });
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await page.getByText(reason).waitFor();
  // The browser reports each failed request.
  expect(walk.visit.problems.splice(0)).toEqual([expect.stringContaining('502')]);
  expect(await page.getByLabel('Name').inputValue()).toBe('too_clever');
});

test('the editor is mirrored in Arabic without an axe problem', async () => {
  const page = await signIn();
  await useLook(page, { language: 'ar' });
  await page.goto(`${walk.system.origin}/console/templates`);
  await page.getByRole('button', { name: 'أنشئ قالبًا' }).click();
  await page.getByText('يحتاج المتن إلى نص.').waitFor();
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 900 });
  expect(await overflowOf(page)).toBe(0);
});

test('typed text survives Back, Forward, a reload and the end of the session, until it is discarded', async () => {
  const { email } = await joinTenant(walk.system, walk.tenant.slug, 'developer');
  const page = await signIn(email);
  await goTo('Templates');
  await page.getByRole('button', { name: 'Create template' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/console/templates/new');
  await page.getByLabel('Body').focus();
  await page.keyboard.type('A long text that took an hour.');
  const body = () => page.getByLabel('Body').inputValue();
  const question = page.getByRole('dialog', { name: 'Leave without submitting?' });
  await page.goBack();
  await question.waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await body()).toBe('A long text that took an hour.');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor();
  await page.goForward();
  await expect.poll(body).toBe('A long text that took an hour.');
  // The browser asks before a reload.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect.poll(body).toBe('A long text that took an hour.');
  const other = openConsoleBrowser(walk.system.origin);
  await other.call('sign-in', { email, password: CONSOLE_PASSWORD });
  await other.call('end-other-sessions', {});
  await page.getByText('Your session has ended.').waitFor();
  // The browser reports the refused calls.
  walk.visit.problems.splice(0);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(CONSOLE_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(body).toBe('A long text that took an hour.');
  await page.getByRole('navigation').getByRole('link', { name: 'Keys', exact: true }).click();
  await question.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
  await goTo('Templates');
  await page.getByRole('button', { name: 'Create template' }).click();
  await expect.poll(body).toBe('');
  walk.visit.problems.splice(0);
});

test('an edited template has its own address, and a submitted edit is not asked about', async () => {
  const page = await signIn();
  await walk.open('/templates/order_update/en');
  expect(await page.getByLabel('Body').inputValue()).toBe('Hello {{1}}, order {{2}} is ready.');
  await page.getByLabel('Footer').fill('Our shop');
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('button', { name: 'Edit: order_update/en' }).click();
  await expect.poll(() => page.getByLabel('Footer').inputValue()).toBe('Our shop');
  await page
    .getByLabel(/Example for/)
    .first()
    .fill('Ann');
  await page
    .getByLabel(/Example for/)
    .last()
    .fill('#7');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await page
    .getByRole('row', { name: /order_update/ })
    .getByText('In review')
    .waitFor();
  await walk.open('/templates/order_update/en');
  await page.getByText('This template cannot be edited').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
});
