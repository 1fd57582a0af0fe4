import { expect, test } from 'vitest';
import { findAccessibilityProblems, overflowOf } from '../support/browser/check-page.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { uniqueDigits } from '../support/tenants/client.ts';

// Consent to marketing messages, in the console (docs/reference/consent.md).
const walk = walkConsole();
const { signIn, goTo } = walk;

const conversationOf = async (person: string): Promise<number> => {
  const { body } = await walk.tenant.admin('GET', `/conversations?q=${encodeURIComponent(`+${person}`)}`);
  return body.items[0].id;
};

test('an agent sees an opt-out in the person panel, reverts it, and sets it again', async () => {
  const person = uniqueDigits('16');
  await walk.tenant.customerWrites(person, { text: 'Hello' });
  await walk.tenant.customerWrites(person, { text: 'stop' });
  const id = await conversationOf(person);
  const { email } = await joinTenant(walk.system, walk.tenant.slug, 'agent');
  const page = await signIn(email);
  await goTo('Inbox');
  await page.getByRole('region', { name: 'Conversations' }).getByText('stop', { exact: true }).click();
  await page.getByRole('button', { name: 'Show person' }).click();
  const panel = page.getByRole('region', { name: 'Person' });
  await panel.getByText('Opted out', { exact: true }).waitFor();
  await panel.getByText(/^Opted out by message on /).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Opt in again' }).focus();
  await page.keyboard.press('Enter');
  await panel.getByText('Accepted', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Opt out', exact: true }).click();
  await panel.getByText(/^Opted out by your team on /).waitFor();
  expect((await walk.tenant.admin('GET', `/conversations/${id}/person`)).body.consent).toMatchObject({
    opted_out: true,
    by: 'operator',
  });
});

test('an owner changes the opt-out words, sees why a list is refused, and restores the defaults', async () => {
  const page = await signIn();
  await goTo('Channels');
  const section = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Opt-out words' }).last();
  const stop = section.getByLabel('Words that opt out');
  await expect.poll(() => stop.inputValue()).toContain('unsubscribe');
  await stop.fill('Basta\nلا تراسلني');
  await section.getByLabel('Words that opt in again').fill('basta');
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByText(/start_words has a word of stop_words/).waitFor();
  // The browser reports each error answer.
  walk.visit.problems.splice(0);
  await section.getByLabel('Words that opt in again').fill('Ancora');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Notices' }).getByText('Saved.').waitFor();
  await page.getByRole('heading', { level: 1 }).hover();
  expect((await walk.tenant.admin('GET', '/consent-words')).body).toEqual({
    stop_words: ['Basta', 'لا تراسلني'],
    start_words: ['Ancora'],
    is_default: false,
  });
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await section.getByRole('button', { name: 'Use the default words' }).click();
  await expect.poll(() => stop.inputValue()).toContain('unsubscribe');
});
