import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { openWindow } from '../support/browser/browser.ts';
import { chooseOption } from '../support/browser/choose-option.ts';
import { PICTURE } from '../support/channels/picture.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { enterConsole, walkConsole } from '../support/console/console-walk.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// The settings of a workspace (docs/reference/console.md#settings), by real keys.
const walk = walkConsole();

test('an owner renames the workspace and chooses Arabic for every member who chose no language', async () => {
  const { slug } = await makeTenant(walk.system);
  const [owner, agent] = [await joinTenant(walk.system, slug, 'owner'), await joinTenant(walk.system, slug, 'agent')];
  const page = await walk.signIn(owner.email);
  await walk.goTo('Settings');
  await page.getByLabel('Name of the workspace').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Noor Bakery');
  await page.getByLabel('Time zone').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Asia/Kuwait');
  await chooseOption(page, 'Language', 'ar');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByRole('heading', { name: 'الإعدادات' }).waitFor();
  await page.getByText('Noor Bakery', { exact: true }).first().waitFor();
  const settings = { name: 'Noor Bakery', language: 'ar', time_zone: 'Asia/Kuwait' };
  expect(await owner.browser.call('get-workspace', {})).toMatchObject(settings);

  const other = await openWindow(walk.browser, { locale: 'en-GB' });
  await enterConsole(other.page, { origin: walk.system.origin, email: agent.email });
  await other.page.locator('html[dir="rtl"]').waitFor();
  await other.context.close();
});

test('an owner chooses an image as the logo, which is shown beside the name for every member, and removes it again', async () => {
  const { slug } = await makeTenant(walk.system);
  const owner = await joinTenant(walk.system, slug, 'owner');
  const page = await walk.signIn(owner.email);
  await walk.goTo('Settings');
  const logo = page.getByRole('complementary').locator('img');
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose picture' }).press('Enter');
    await (await chooser).setFiles(file);
  };
  await choose({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') });
  await page.getByRole('alert').getByText('This file is not a picture').waitFor();
  await choose({ name: 'logo.png', mimeType: 'image/png', buffer: PICTURE });
  await logo.waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.reload();
  await logo.waitFor();
  expect(await logo.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(128);
  await page.getByRole('button', { name: 'Remove logo' }).press('Enter');
  await logo.waitFor({ state: 'detached' });
});

test('a shorter retention is saved only after a warning', async () => {
  const { email, browser } = await joinTenant(walk.system, walk.tenant.slug, 'owner');
  const page = await walk.signIn(email);
  await walk.goTo('Settings');
  await page.getByLabel('Days to keep').click();
  await page.keyboard.type('30');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete older messages?' });
  await dialog.getByText(/older than .*30.* days/).waitFor();
  await page.keyboard.press('Escape');
  expect(await browser.call('get-workspace', {})).toMatchObject({ retention_days: null });
  await page.getByLabel('Days to keep').press('Enter');
  await dialog.getByRole('button', { name: 'Delete older messages' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await browser.call('get-workspace', {})).toMatchObject({ retention_days: 30 });
});

test('an owner sets business hours with an away message, and a customer who writes at another time gets it once', async () => {
  const tenant = await makeTenant(walk.system);
  const { email, browser } = await joinTenant(walk.system, tenant.slug, 'owner');
  const page = await walk.signIn(email);
  await walk.goTo('Settings');
  const form = page.locator('section', { has: page.getByRole('heading', { name: 'Business hours' }) });
  await form.getByLabel('Send an away message outside business hours').press('Space');
  await form.getByLabel('Time zone').press('Control+a');
  await page.keyboard.type('UTC');
  // Open only on the day before yesterday.
  const day = new Date(Date.now() - 2 * 86_400_000);
  for (const weekday of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await form.getByLabel(weekday).press('Space');
  await form.getByLabel(day.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })).press('Space');
  await form.getByRole('textbox', { name: 'Away message' }).click();
  await page.keyboard.type('We are back at nine.');
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Saved.').waitFor();
  expect(await browser.call('get-workspace', {})).toMatchObject({
    business_hours: { time_zone: 'UTC', hours: [{ days: [day.getUTCDay() || 7], from: '09:00', to: '17:00' }] },
    away_message: 'We are back at nine.',
  });

  const customer = uniqueDigits('4916');
  await tenant.customerWrites(customer, { text: 'Are you there?' });
  const sent = async () =>
    (await tenant.webhooks()).flatMap(({ body }) => (body.event === 'message.sent' ? body.data : []));
  await pollUntil(async () => (await sent())[0] ?? null, { what: () => 'the away message' });
  await tenant.customerWrites(customer, { text: 'Hello?' });
  await page.reload();
  await form.getByLabel('Send an away message outside business hours').press('Space');
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Saved.').waitFor();
  expect(await browser.call('get-workspace', {})).toMatchObject({ business_hours: null, away_message: null });
  expect(await sent()).toMatchObject([{ origin: 'bot', text: 'We are back at nine.' }]);
});

test('after a member resolved a conversation its customer is asked, and Usage shows the answer', async () => {
  const tenant = await makeTenant(walk.system);
  const { email, browser } = await joinTenant(walk.system, tenant.slug, 'owner');
  const page = await walk.signIn(email);
  await walk.goTo('Settings');
  const form = page.locator('section', { has: page.getByRole('heading', { name: 'Satisfaction' }) });
  await form.getByLabel('Ask customers after a member resolves their conversation').press('Space');
  expect(await form.getByLabel('Question').inputValue()).toBe('How was our help?');
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Saved.').waitFor();

  const customer = uniqueDigits('4916');
  await tenant.customerWrites(customer, { text: 'Where is my order?' });
  const [conversation] = (await browser.call('list-conversations', { limit: 1 })).items;
  const id = conversation?.id ?? 0;
  await browser.call('update-conversation', { id, status: 'resolved' });
  const asked = async () =>
    (await tenant.webhooks()).find(({ body }) => body.event === 'message.sent' && body.data.buttons) ?? null;
  const question = await pollUntil(asked, { what: () => 'the question' });
  expect(question.body.data).toMatchObject({ origin: 'bot', text: 'How was our help?' });
  await tenant.customerWrites(customer, { text: '😀' });
  expect(await browser.call('get-conversation', { id })).toMatchObject({ status: 'resolved' });
  expect(await browser.call('show-satisfaction', {})).toEqual({ asked: 1, good: 1, middling: 0, bad: 0 });
  await walk.goTo('Usage');
  const figures = page.getByRole('region', { name: 'Satisfaction' });
  await figures.getByText(/1.* of .*1.* customers answered/).waitFor();
  expect(await figures.getByRole('img').count()).toBe(3);
});

test('an agent has no settings', async () => {
  const { email, browser } = await joinTenant(walk.system, walk.tenant.slug, 'agent');
  expect((await browser.ask('update-workspace', { name: 'Mine' })).status).toBe(403);
  const page = await walk.signIn(email);
  expect(await page.getByRole('link', { name: 'Settings', exact: true }).count()).toBe(0);
});

test('an empty list of canned replies shows its invitation and nothing else', async () => {
  const { slug } = await makeTenant(walk.system);
  const owner = await joinTenant(walk.system, slug, 'owner');
  const page = await walk.signIn(owner.email);
  await walk.goTo('Canned replies');
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 2 }).waitFor();
  expect(await main.innerText()).not.toMatch(/^0$/m);
});
