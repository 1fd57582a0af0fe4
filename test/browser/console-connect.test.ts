import { expect, test } from 'vitest';
import { openWindow } from '../support/browser/browser.ts';
import { makePage } from '../support/channels/connect-channels.ts';
import { enterConsole, walkConsole } from '../support/console/console-walk.ts';
import { uniqueDigits } from '../support/tenants/client.ts';

// Connecting a page from the console (docs/reference/channels.md#connect-links).
const walk = walkConsole();

test('an owner connects a page from the console with the preset address, and returns to Channels with the result', async () => {
  const facebook = await makePage(walk.system);
  // The platform's dialog has another origin, which the walk's own window refuses.
  const { page, problems, context } = await openWindow(walk.browser, { locale: 'en-GB' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterConsole(page, { origin: walk.system.origin, email: walk.owner });
  await page.getByRole('navigation').getByRole('link', { name: 'Channels' }).click();
  await page.getByRole('button', { name: 'Connect channel' }).click();
  await page.getByRole('button', { name: 'Messenger' }).click();
  await page.getByRole('button', { name: 'Create connect link' }).click();
  await page.getByRole('link', { name: 'Open the link' }).click();
  await page.getByRole('link', { name: 'Continue to Facebook' }).click();
  const pages = page.getByRole('group', { name: 'Pages' });
  await pages.getByLabel(facebook.name).waitFor();
  for (const box of await pages.getByRole('checkbox').all()) await box.uncheck();
  await pages.getByLabel(facebook.name).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor();
  await page
    .getByRole('status')
    .getByText(/2.* accounts are connected\./)
    .waitFor();
  await page
    .getByRole('link', { name: new RegExp(facebook.name) })
    .first()
    .waitFor();
  expect(new URL(page.url()).origin).toBe(walk.system.origin);
  expect(problems).toEqual([]);
  await context.close();
});

test('an owner connects a WhatsApp number from the console in Meta’s popup, and sees until when it is authorized', async () => {
  const [wabaId, phoneNumberId] = [uniqueDigits('102'), uniqueDigits('106')];
  const name = `Bakery ${phoneNumberId}`;
  await walk.system.sandbox.graph.whatsapp.putAccount({
    waba_id: wabaId,
    token: `own-${wabaId}`,
    phone_number_id: phoneNumberId,
    number: uniqueDigits('1555'),
    verified_name: name,
  });
  const { page, problems, context } = await openWindow(walk.browser, { locale: 'en-GB' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterConsole(page, { origin: walk.system.origin, email: walk.owner });
  await page.getByRole('navigation').getByRole('link', { name: 'Channels' }).click();
  await page.getByRole('button', { name: 'Connect channel' }).click();
  await page.getByRole('button', { name: 'WhatsApp Cloud API', exact: true }).click();
  await page.getByRole('button', { name: 'Create connect link' }).click();
  await page.getByRole('link', { name: 'Open the link' }).click();
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue with Facebook' }).click(),
  ]);
  await popup.getByRole('radio', { name: new RegExp(name) }).check();
  await popup.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor();
  await page
    .getByRole('status')
    .getByText(/1.* account is connected\./)
    .waitFor();
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await page.getByText(/^Authorized until /).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('an owner connects an Instagram account without a page from the console, and sees its login and the end of its token', async () => {
  const id = uniqueDigits('178414');
  await walk.system.sandbox.graph.putLogin({ user_id: id, username: `bakery.${id}` });
  const { page, problems, context } = await openWindow(walk.browser, { locale: 'en-GB' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterConsole(page, { origin: walk.system.origin, email: walk.owner });
  await page.getByRole('navigation').getByRole('link', { name: 'Channels' }).click();
  await page.getByRole('button', { name: 'Connect channel' }).click();
  await page.getByRole('button', { name: 'Instagram', exact: true }).click();
  await page.getByRole('button', { name: 'Create connect link' }).click();
  await page.getByRole('link', { name: 'Open the link' }).click();
  await page.getByRole('link', { name: 'Continue to Instagram' }).click();
  await page.getByLabel(`@bakery.${id}`).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page
    .getByRole('link', { name: new RegExp(`bakery.${id}`) })
    .first()
    .click();
  await page.getByText('Connected with Instagram Login').waitFor();
  await page.getByText(/^Its token ends on .*; it is renewed before\.$/).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
