import { expect, test } from 'vitest';
import { CONSOLE_PASSWORD, joinTenant } from '../support/console/console-browser.ts';
import { walkConsole } from '../support/console/console-walk.ts';

// An owner's changes to members (docs/reference/console.md#roles).
const walk = walkConsole();

/** Shows the owner a new agent; `ask` chooses an action, which opens a dialog. */
async function openMember(action: string | RegExp, dialog: RegExp) {
  const { email } = await joinTenant(walk.system, walk.tenant.slug, 'agent');
  const page = await walk.signIn();
  await walk.goTo('Members');
  const row = page.getByRole('row', { name: new RegExp(email) });
  return {
    row,
    async ask() {
      await row.getByRole('button', { name: /^Actions of/ }).click();
      await page.getByRole('menuitem', { name: action }).click();
      return page.getByRole('dialog', { name: dialog });
    },
  };
}

test('a role change asks for confirmation with the member and both roles; Cancel keeps the role', async () => {
  const { row, ask } = await openMember(/^Make .*Developer\W*$/, /^Change the role of .*The agent.* to .*Developer/);
  const first = await ask();
  await first.getByText(/^Their role is .*Agent.* now/).waitFor();
  await first.getByRole('button', { name: 'Cancel' }).click();
  await first.waitFor({ state: 'detached' });
  expect(await row.getByText('Agent', { exact: true }).count()).toBe(1);
  const second = await ask();
  await second.getByRole('button', { name: /^Make .*Developer/ }).click();
  await second.waitFor({ state: 'detached' });
  await row.getByText('Developer', { exact: true }).waitFor();
});

test('a member becomes a developer and an agent: they sign in again, and may do what each of both may', async () => {
  const { browser, email } = await joinTenant(walk.system, walk.tenant.slug, 'agent');
  const page = await walk.signIn();
  await walk.goTo('Members');
  const row = page.getByRole('row', { name: new RegExp(email) });
  await row.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: /^Make .*Developer and agent/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Make / })
    .click();
  await row.getByText('Developer and agent').waitFor();
  expect((await browser.ask('me', {})).status).toBe(401);
  await browser.call('sign-in', { email, password: CONSOLE_PASSWORD });
  const { permissions } = await browser.call('me', {});
  expect(permissions).toEqual(expect.arrayContaining(['inbox.use', 'keys.manage']));
  expect(permissions).not.toContain('members.manage');
});

test('the removal of a member asks for confirmation with their name; Cancel keeps the member', async () => {
  const { row, ask } = await openMember('Remove', /^Remove .*The agent/);
  const first = await ask();
  await first.getByRole('button', { name: 'Cancel' }).click();
  await first.waitFor({ state: 'detached' });
  expect(await row.count()).toBe(1);
  const second = await ask();
  await second.getByRole('button', { name: /^Remove/ }).click();
  await row.waitFor({ state: 'detached' });
});
