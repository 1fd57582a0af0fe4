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

// The group of a conversation on a linked phone (docs/reference/console.md#groups).
const desk = openDesk();
let tenant: TestTenant;
let number: string;

browserTest.beforeAll(async ({ system }) => {
  tenant = await makeTenant(system, WD);
  number = (await linkDevice(system, tenant)).number;
}, BROWSER_START_MS);

const groupOf = (page: Page) => page.getByRole('region', { name: 'Group', exact: true });

/** A label that ends with a number, which is isolated from the direction of the sentence. */
const named = (label: string, digits: string): RegExp => new RegExp(`^${label} .?\\+${digits}`);

/** A group of the linked phone with a message, in which Bob asks to join, and the page of a member who sees it. */
async function openGroup(role: 'owner' | 'agent', subject: string) {
  const { system, visit } = desk;
  const [ann, bob] = [await makePerson(system), await makePerson(system)];
  const group = await system.sandbox.devices.makeGroup({ subject, owner: number, participants: [ann] });
  await system.sandbox.devices.asksToJoin(group.id, { number: bob });
  await personWritesTo(system, ann, group.id, { type: 'text', text: `Hello ${subject}` });
  const { page } = visit;
  await enterInbox(page, system, (await joinTenant(system, tenant.slug, role)).email);
  await conversations(page).getByText(`Hello ${subject}`).click();
  await page.getByRole('button', { name: 'Show person' }).click();
  await groupOf(page).getByText(subject).waitFor();
  const shown = async () => (await system.sandbox.devices.groups()).find(({ id }) => id === group.id);
  return { page, ann, bob, shown };
}

test('an owner edits a group, adds, promotes and removes people, shows and replaces the link, and leaves', async () => {
  const { page, ann, bob, shown } = await openGroup('owner', 'Team');
  const group = groupOf(page);
  await group.getByText(/2.? members/).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await group.getByRole('button', { name: 'Edit group' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Team 2');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('About us');
  await dialog.getByLabel('Only admins write').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await group.getByText('About us').waitFor();
  expect(await shown()).toMatchObject({ subject: 'Team 2', description: 'About us', rules: { announcement: true } });
  await group.getByRole('button', { name: 'Edit group' }).click();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await shown())?.description).toBe(null);
  await dialog.waitFor({ state: 'detached' });

  await group.getByLabel('Number').fill(`+${bob}`);
  await group.getByRole('button', { name: 'Add', exact: true }).click();
  await group.getByText(/3.? members/).waitFor();
  await group.getByRole('button', { name: 'Add', exact: true }).click();
  await group.getByText('This person is a member already.').waitFor();
  await group.getByRole('button', { name: named('Actions for', ann) }).click();
  await page.getByRole('menuitem', { name: 'Make admin' }).click();
  await expect.poll(async () => (await shown())?.participants.find((one) => one.number === ann)?.role).toBe('admin');
  await group.getByRole('button', { name: named('Actions for', bob) }).click();
  await page.getByRole('menuitem', { name: 'Remove from group' }).click();
  await group.getByText(/2.? members/).waitFor();

  await group.getByRole('button', { name: 'Show invite link' }).click();
  const first = (await shown())?.invite_code ?? '';
  await group.getByText(first).waitFor();
  await group.getByRole('button', { name: 'Replace link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace link' }).click();
  await group.getByText(first).waitFor({ state: 'detached' });
  await group.getByText((await shown())?.invite_code ?? '').waitFor();

  await group.getByRole('button', { name: 'Leave group' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave group' }).click();
  await group.getByText('The linked phone is not in this group.').waitFor();
  // The browser reports each error answer.
  desk.visit.problems.splice(0);
  expect((await shown())?.participants.map((one) => one.number)).toEqual([ann]);
});

test('an agent decides about requests to join, and may not edit or leave the group', async () => {
  const { page, bob, shown } = await openGroup('agent', 'Asked');
  const group = groupOf(page);
  await group.getByRole('button', { name: named('Approve', bob) }).click();
  await group.getByText(/3.? members/).waitFor();
  expect((await shown())?.requests).toEqual([]);
  for (const name of ['Edit group', 'Leave group']) expect(await group.getByRole('button', { name }).count()).toBe(0);
});
