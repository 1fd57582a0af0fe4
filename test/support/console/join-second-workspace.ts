import type { Page } from 'playwright-core';
import { makeTenant, type TestTenant } from '../tenants/client.ts';
import { joinTenant } from './console-browser.ts';
import type { ConsoleWalk } from './console-walk.ts';

/** A developer of the walk's workspace joins another one with a link, and sees it. */
export async function joinSecondWorkspace(walk: ConsoleWalk): Promise<{ page: Page; other: TestTenant }> {
  const other = await makeTenant(walk.system);
  const { email } = await joinTenant(walk.system, walk.tenant.slug, 'developer');
  const { browser: owner } = await joinTenant(walk.system, other.slug, 'owner');
  const { link } = await owner.call('invite-member', { email, roles: ['developer'], by: 'link' });
  const page = await walk.signIn(email);
  await page.goto(`${walk.system.origin}/console/join#${link?.split('#')[1]}`);
  await page.getByRole('button', { name: /^Join as .*The developer/ }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  return { page, other };
}
