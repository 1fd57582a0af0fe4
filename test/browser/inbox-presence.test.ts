import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openWindow, type Visit } from '../support/browser/browser.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { enterConsole, useLook, walkConsole } from '../support/console/console-walk.ts';
import { uniqueDigits } from '../support/tenants/client.ts';

// Two members at one conversation (docs/reference/console.md#presence).
const walk = walkConsole();

const WRITING_HERE = /writing an answer here/;
const ANSWERED_HERE = /has just answered here/;
const field = (page: Page) => page.getByRole('textbox', { name: 'Answer' });

/** A new member in a new window. */
async function openAgent(language: 'en' | 'ar'): Promise<Visit> {
  const { email } = await joinTenant(walk.system, walk.tenant.slug, 'agent');
  const visit = await openWindow(walk.browser, { locale: 'en-GB' });
  await visit.page.setViewportSize({ width: 1440, height: 900 });
  await enterConsole(visit.page, { origin: walk.system.origin, email });
  await visit.page.waitForURL(({ pathname }) => !pathname.endsWith('/sign-in'));
  await useLook(visit.page, { language, theme: 'light' });
  return visit;
}

/** The owner at a conversation that a customer has just started. */
async function openOwner(text: string): Promise<{ owner: Page; path: string }> {
  await walk.tenant.customerWrites(uniqueDigits('16'), { text });
  const owner = await walk.signIn();
  await walk.goTo('Inbox');
  await owner.getByRole('region', { name: 'Conversations' }).getByText(text).click();
  await field(owner).waitFor();
  return { owner, path: new URL(owner.url()).pathname + new URL(owner.url()).search };
}

test('two members at one conversation see each other look and write before they send, and answer', async () => {
  const agent = await openAgent('en');
  const { owner, path } = await openOwner('Who is there?');
  await agent.page.goto(`${walk.system.origin}${path}`);
  await owner.getByRole('status').filter({ hasText: 'The agent' }).filter({ hasText: 'is looking' }).waitFor();
  await agent.page.getByRole('status').filter({ hasText: 'The owner' }).filter({ hasText: 'is looking' }).waitFor();
  await field(owner).pressSequentially('I am');
  await agent.page.getByRole('note').filter({ hasText: WRITING_HERE }).waitFor();
  await field(agent.page).pressSequentially('Me too');
  await owner.getByRole('note').filter({ hasText: WRITING_HERE }).waitFor();
  // Nothing has been sent so far.
  const { sends } = await walk.system.sandbox.calls({ channel: 'wa', account: walk.tenant.phoneNumberId });
  expect(sends).toEqual([]);
  await owner.keyboard.press('Control+Enter');
  await agent.page.getByRole('note').filter({ hasText: ANSWERED_HERE }).waitFor();
  await agent.page.getByRole('log').getByText('I am').waitFor();
  expect(await field(agent.page).inputValue()).toBe('Me too');
  await agent.context.close();
  await owner.getByRole('status').filter({ hasText: 'The agent' }).waitFor({ state: 'detached' });
  expect(agent.problems).toEqual([]);
});

test('opening another conversation leaves the first; Arabic readers see it in Arabic', async () => {
  const agent = await openAgent('ar');
  const { owner, path } = await openOwner('First question');
  await agent.page.goto(`${walk.system.origin}${path}`);
  await agent.page.getByRole('status').filter({ hasText: 'هنا الآن' }).waitFor();
  await field(owner).pressSequentially('Hm');
  await agent.page.getByRole('note').filter({ hasText: 'يكتب ردًا هنا' }).waitFor();
  await walk.tenant.customerWrites(uniqueDigits('16'), { text: 'Second question' });
  await owner.getByRole('region', { name: 'Conversations' }).getByText('Second question').click();
  await agent.page.getByRole('note').waitFor({ state: 'detached' });
  await agent.page.getByRole('status').filter({ hasText: 'The owner' }).waitFor({ state: 'detached' });
  await agent.context.close();
  expect(agent.problems).toEqual([]);
});

test('a person who signs out leaves the conversation first, and the page makes no call that is refused', async () => {
  const agent = await openAgent('en');
  const { owner, path } = await openOwner('Are you leaving?');
  await agent.page.goto(`${walk.system.origin}${path}`);
  const there = owner.getByRole('status').filter({ hasText: 'The agent' });
  await there.waitFor();
  await agent.page.getByRole('button', { name: /^Your account/ }).click();
  await agent.page.getByRole('menuitem', { name: 'Sign out' }).click();
  await agent.page.waitForURL(({ pathname }) => pathname.endsWith('/sign-in'));
  await there.waitFor({ state: 'detached' });
  expect(agent.problems).toEqual([]);
  await agent.context.close();
});
