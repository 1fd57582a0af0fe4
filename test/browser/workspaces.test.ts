import { expect, test } from 'vitest';
import { joinTenant } from '../support/console/console-browser.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { joinSecondWorkspace } from '../support/console/join-second-workspace.ts';
import { makeTenant } from '../support/tenants/client.ts';

// Which workspace a session is in, and what ends or deactivates it (docs/reference/console.md#several-workspaces).
const walk = walkConsole();
const { signIn, goTo } = walk;

test('a member joins another workspace with a link, and switches between both in the workspace menu', async () => {
  const { page, other } = await joinSecondWorkspace(walk);
  const others = async (): Promise<string> => {
    await page.getByRole('button', { name: /^Workspace: / }).click();
    await page.getByRole('menuitem').first().waitFor();
    return (await page.getByRole('menuitem', { name: /^Switch to / }).allTextContents()).join();
  };
  // Names are enclosed in direction marks.
  expect(await others()).toContain(walk.tenant.slug);
  await page.getByRole('menuitem', { name: /^Switch to / }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expect
    .poll(async () => {
      const found = await others();
      await page.keyboard.press('Escape');
      return found;
    })
    .toContain(other.slug);
});

test('an open page drops the data of a workspace once its reader has another role', async () => {
  const { email, browser } = await joinTenant(walk.system, walk.tenant.slug, 'developer');
  const { browser: owner } = await joinTenant(walk.system, walk.tenant.slug, 'owner');
  const page = await signIn(email);
  await goTo('Members');
  await page.getByText(email).waitFor();
  const { member } = await browser.call('me', {});
  await owner.call('change-member-roles', { id: member?.id ?? '', roles: ['agent'] });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.getByText(email).count()).toBe(0);
  // The browser reports each error answer.
  walk.visit.problems.splice(0);
});

test('members of an inactive workspace can sign in, and every page says that nothing can be changed', async () => {
  const closed = await makeTenant(walk.system);
  const { email } = await joinTenant(walk.system, closed.slug, 'owner');
  await closed.admin('PATCH', '', { status: 'inactive' });
  const page = await signIn(email);
  const sentence = page.getByText('This workspace is inactive. You can see and export everything');
  await sentence.waitFor();
  await goTo('Members');
  await sentence.waitFor();
});
