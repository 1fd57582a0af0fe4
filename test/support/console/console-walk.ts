import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { BROWSER_START_MS } from '../browser/browser.ts';
import { browserTest } from '../browser/browser-fixtures.ts';
import { makeTenant, type TestTenant } from '../tenants/client.ts';
import { CONSOLE_PASSWORD, joinTenant } from './console-browser.ts';
import { type ConsoleDesk, openDesk } from './console-desk.ts';

/** A desk with a tenant and its owner for each file. */
export interface ConsoleWalk extends ConsoleDesk {
  tenant: TestTenant;
  /** E-mail address of the owner. */
  owner: string;
  signIn(email?: string): Promise<Page>;
  signInAsOperator(): Promise<Page>;
  /** Opens a screen through the navigation. */
  goTo(name: string): Promise<void>;
  /** Opens an address below /console. */
  open(path: string): Promise<void>;
}

/** Fills in and submits the sign-in page. */
export async function enterConsole(page: Page, { origin, email }: { origin: string; email: string }): Promise<void> {
  await page.goto(`${origin}/console/sign-in`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(CONSOLE_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Screens that are opened from the settings. */
const SETTINGS: readonly string[] = ['Labels', 'Teams', 'Canned replies'];

/** Walks through the console in a browser. On its desk a test also fails on a request to another origin. */
export function walkConsole(): ConsoleWalk {
  // safe: the hook below fills it before a test reads it
  const walk = openDesk() as ConsoleWalk;
  let foreign: string[] = [];
  browserTest.beforeAll(async ({ system }) => {
    const tenant = await makeTenant(system);
    const { email: owner } = await joinTenant(system, tenant.slug, 'owner');
    Object.assign(walk, { tenant, owner });
  }, BROWSER_START_MS);
  beforeEach(() => {
    foreign = [];
    walk.visit.page.on('request', (asked) => {
      const { origin, protocol } = new URL(asked.url());
      if (origin !== walk.system.origin && protocol !== 'data:') foreign.push(asked.url());
    });
  });
  afterEach(() => {
    expect(foreign).toEqual([]);
  });
  return Object.assign(walk, {
    async signIn(email = walk.owner) {
      const { page } = walk.visit;
      await enterConsole(page, { origin: walk.system.origin, email });
      // Agents start in the inbox.
      await page.getByRole('heading', { name: /^(Home|Inbox)$/, level: 1 }).waitFor();
      return page;
    },
    async signInAsOperator() {
      const { page } = walk.visit;
      await page.goto(`${walk.system.origin}/console/sign-in`);
      await page.getByRole('button', { name: 'Sign in as the operator' }).click();
      await page.getByLabel('Admin token').fill(walk.system.adminToken);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Tenants' }).waitFor();
      return page;
    },
    async goTo(name: string) {
      const { page } = walk.visit;
      if (SETTINGS.includes(name)) {
        await walk.goTo('Settings');
        await page.getByRole('main').getByRole('link', { name, exact: true }).click();
        await page.getByRole('heading', { name, level: 1 }).waitFor();
        return;
      }
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    },
    async open(path: string) {
      await walk.visit.page.goto(`${walk.system.origin}/console${path}`);
      await walk.visit.page.getByRole('heading', { level: 1 }).waitFor();
    },
  });
}

/** Reloads the page in a language, or a theme. */
export const useLook = async (page: Page, look: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, value] of Object.entries(look))
    await page.evaluate(`localStorage.setItem('parley.${name}', '${value}')`);
  await page.reload();
};

/**
 * Disables the inbox's own poll every 5 s, so that updates come from the live stream. A string, because the code runs
 * in the browser.
 */
export const withoutLooks = (page: Page): Promise<unknown> =>
  page.addInitScript(`(() => {
    const start = window.setInterval;
    window.setInterval = (work, ms, ...given) => (ms === 5000 ? 0 : start(work, ms, ...given));
  })()`);
