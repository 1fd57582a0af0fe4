import { expect, test } from 'vitest';
import { findAccessibilityProblems, overflowOf } from '../support/browser/check-page.ts';
import { chooseOption } from '../support/browser/choose-option.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { useLook, walkConsole } from '../support/console/console-walk.ts';
import { conversations, enterInbox, openConversation, withFilters } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Teams (docs/reference/console.md#teams), by real keys.
const walk = walkConsole();

test('an owner creates a team with turns by keys, assigns to it, finds its conversations, and undoes it for many', async () => {
  const shop = await makeTenant(walk.system);
  for (const text of ['First one', 'Second one']) await shop.customerWrites(uniqueDigits('16'), { text });
  const { email, browser } = await joinTenant(walk.system, shop.slug, 'owner');
  await joinTenant(walk.system, shop.slug, 'agent');
  const { page } = walk.visit;
  await enterInbox(page, walk.system, email);
  await walk.goTo('Teams');
  await page.getByRole('button', { name: 'Create team' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate<string>('document.activeElement?.labels?.[0]?.innerText + ""')).toBe('Name');
  await page.keyboard.type('Support');
  await page.getByRole('checkbox', { name: /agent/i }).press('Space');
  await page.getByRole('checkbox', { name: 'Assign conversations by turns' }).press('Space');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Support.*1.* member.*On/ }).waitFor();
  const [team] = (await browser.call('list-teams', {})).items;
  await walk.goTo('Inbox');
  await openConversation(page, 'First one');
  // Typed while the dialog loads.
  await page.keyboard.type('asupp');
  await page.getByRole('option', { name: /Team: .*Support/, selected: true }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Find a member or a team' }).inputValue()).toBe('supp');
  await page.keyboard.press('Enter');
  const log = page.getByRole('log');
  await log.getByText(/assigned this to the team .*Support/).waitFor();
  await log.getByText(/^Assigned to .*agent.* by turns/i).waitFor();
  await conversations(page).getByText('Support', { exact: true }).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await withFilters(page, (filters) => chooseOption(filters, 'Assigned to', team?.id ?? ''));
  await conversations(page).getByText('Second one').waitFor({ state: 'detached' });
  await page.waitForURL(/assignee=tea_/);
  await page.reload();
  await conversations(page).getByText('First one').waitFor();
  await page.getByRole('button', { name: /^Open/ }).click();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select everything that matches the filters' }).click();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('combobox', { name: 'Find a member or a team' }).waitFor();
  await page.getByRole('option', { name: /Team: .*Support/ }).waitFor();
  await page.keyboard.type('team: supp');
  await page.keyboard.press('Enter');
  await page.getByText(/1.* conversation changed/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => conversations(page).getByText('Support', { exact: true }).count()).toBe(1);
});

test('teams fit a phone in Arabic and in the dark, without a problem that axe finds', async () => {
  const shop = await makeTenant(walk.system);
  const owner = await joinTenant(walk.system, shop.slug, 'owner');
  await owner.browser.call('create-team', { name: 'فريق خدمة ما بعد البيع والشكاوى في الكويت', by_turns: true });
  const { page } = walk.visit;
  await enterInbox(page, walk.system, owner.email);
  await useLook(page, { language: 'ar', theme: 'dark' });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`${walk.system.origin}/console/teams`);
  await page.getByText('فريق خدمة ما بعد البيع والشكاوى في الكويت').first().waitFor();
  expect(await overflowOf(page)).toBe(0);
  expect(await findAccessibilityProblems(page)).toEqual([]);
});
