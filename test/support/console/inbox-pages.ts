import type { Locator, Page } from 'playwright-core';
import type { System } from '../system/system.ts';
import { joinTenant } from './console-browser.ts';
import { enterConsole } from './console-walk.ts';

/** The list of the inbox. */
export const conversations = (page: Page): Locator => page.getByRole('region', { name: 'Conversations' });

/** Signs in on a page, and opens the inbox. */
export async function enterInbox(page: Page, { origin }: Pick<System, 'origin'>, email: string): Promise<void> {
  await enterConsole(page, { origin, email });
  await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
}

/** Opens the inbox of a tenant as a new agent. */
export const enterInboxAsAgent = async (page: Page, system: System, slug: string): Promise<void> =>
  enterInbox(page, system, (await joinTenant(system, slug, 'agent')).email);

/** Opens the conversation that ends with a text. */
export async function openConversation(page: Page, text: string): Promise<void> {
  await conversations(page)
    .getByRole('link', { name: new RegExp(text) })
    .click();
  await page.getByRole('log').getByText(text, { exact: true }).waitFor();
}

/** The mark of an answer that was sent. */
export const sentMark = (page: Page): Locator =>
  page.getByRole('log').getByRole('img', { name: /^(Sent|Delivered|Read)$/ });

/** Opens the filters, runs `use` with them, and closes them. */
export async function withFilters<T>(page: Page, use: (filters: Locator) => Promise<T>): Promise<T> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await filters.waitFor();
  const result = await use(filters);
  await page.keyboard.press('Escape');
  await filters.waitFor({ state: 'detached' });
  return result;
}
