import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BROWSER_START_MS } from '../support/browser/browser.ts';
import { browserTest } from '../support/browser/browser-fixtures.ts';
import { findAccessibilityProblems } from '../support/browser/check-page.ts';
import { linkDevice, makePerson, personWritesTo, WD } from '../support/channels/linked-devices.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { openDesk } from '../support/console/console-desk.ts';
import { conversations, enterInbox } from '../support/console/inbox-pages.ts';
import { makeTenant, type TestTenant } from '../support/tenants/client.ts';

// The picture of the person of an open conversation, and their block (docs/reference/console.md#pictures-of-people).
const desk = openDesk();
let tenant: TestTenant;
let number: string;

browserTest.beforeAll(async ({ system }) => {
  tenant = await makeTenant(system, WD);
  number = (await linkDevice(system, tenant)).number;
}, BROWSER_START_MS);

/** A person of the workspace who has written, with this picture. */
async function writes(text: string, picture: string | null, isHidden = false): Promise<string> {
  const { system } = desk;
  const person = await makePerson(system);
  await system.sandbox.devices.putPhone({ number: person, picture, hides_profile: isHidden });
  await personWritesTo(system, person, number, { type: 'text', text });
  return person;
}

/** Draws a red square of 96 pixels as a JPEG, in base64. */
async function draw(page: Page): Promise<string> {
  const url = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 96, height: 96 });
    const brush = canvas.getContext('2d');
    brush.fillStyle = 'red';
    brush.fillRect(0, 0, 96, 96);
    return canvas.toDataURL('image/jpeg');
  })()`);
  return url.split(',')[1] ?? '';
}

/** The sources of the pictures that are drawn, not only asked for. */
const picturesOf = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('img[src^="data:image/jpeg"]')].filter((one) => one.naturalWidth === 96).map((one) => one.src)`,
  );

test('an open conversation shows the picture, once asked for; others and the list ask for none', async () => {
  const { system, visit } = desk;
  const { page } = visit;
  const picture = await draw(page);
  const ann = await writes('Hello from Ann', picture);
  const shy = await writes('Hello from Shy', picture, true);
  const unopened = await writes('Hello from afar', picture);
  await enterInbox(page, system, (await joinTenant(system, tenant.slug, 'agent')).email);
  await conversations(page).getByText('Hello from Ann').click();
  const src = `data:image/jpeg;base64,${picture}`;
  await expect.poll(() => picturesOf(page)).toEqual([src]);
  await page.getByRole('button', { name: 'Show person' }).click();
  await expect.poll(() => picturesOf(page)).toEqual([src, src]);
  expect(await findAccessibilityProblems(page)).toEqual([]);

  await conversations(page).getByText('Hello from Shy').click();
  await expect.poll(async () => (await system.sandbox.devices.profile(shy)).picture_asked).toBe(1);
  await expect.poll(() => picturesOf(page)).toEqual([]);
  await conversations(page).getByText('Hello from Ann').click();
  await expect.poll(() => picturesOf(page)).toEqual([src]);
  expect((await system.sandbox.devices.profile(ann)).picture_asked).toBe(1);
  expect((await system.sandbox.devices.profile(unopened)).picture_asked).toBe(0);
});

test('a person is blocked on WhatsApp and unblocked from the panel, after a question that knows which', async () => {
  const { system, visit } = desk;
  const { page } = visit;
  const person = await writes('Buy my watches', null);
  await enterInbox(page, system, (await joinTenant(system, tenant.slug, 'agent')).email);
  await conversations(page).getByText('Buy my watches').click();
  await page.getByRole('button', { name: 'Show person' }).click();
  const blocked = async () => (await system.sandbox.devices.profile(number)).blocked;
  const decide = async (action: string) => {
    await page.getByRole('button', { name: 'Block on WhatsApp' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: action, exact: true }).waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: action, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await decide('Block');
  expect(await blocked()).toEqual([person]);
  await decide('Unblock');
  expect(await blocked()).toEqual([]);
});
