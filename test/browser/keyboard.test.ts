import { pollUntil } from '@parley/testing/poll-until';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdRequests } from '../support/browser/hold-requests.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// The console by keyboard (docs/reference/console.md#pages). Keys go to the focused element, as a person's do.
const walk = walkConsole();

/** Waits until a field with this label has the focus. */
const focusOn = (page: Page, label: string): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate<string>(
        `(document.activeElement?.labels?.[0]?.innerText ?? document.activeElement?.getAttribute('aria-label')) + ''`,
      ),
    )
    .toBe(label);

const focusedTag = (page: Page): Promise<string> => page.evaluate('document.activeElement.tagName');

test('Ctrl-K finds a screen by text typed right after it, and Enter opens it', async () => {
  const page = await walk.signIn();
  await page.keyboard.press('Control+k');
  await focusOn(page, 'Go to or do …');
  await page.keyboard.type('members');
  await page.getByRole('option', { name: 'Members', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
});

test('the bracket key collapses the sidebar to icons, which a reload keeps, and expands it again', async () => {
  const page = await walk.signIn();
  const widthOf = async (): Promise<number> => (await page.getByRole('complementary').boundingBox())?.width ?? 0;
  const wide = await widthOf();
  await page.keyboard.press('[');
  await page.getByRole('button', { name: 'Expand the sidebar' }).waitFor();
  expect(await widthOf()).toBeLessThan(wide / 2);
  await page.reload();
  await page.getByRole('button', { name: 'Expand the sidebar' }).waitFor();
  await walk.goTo('Keys');
  await page.keyboard.press('[');
  await page.getByRole('button', { name: 'Collapse the sidebar' }).waitFor();
  expect(await widthOf()).toBe(wide);
});

test('a dialog focuses its first field, or without fields its first button, and Escape closes both', async () => {
  const page = await walk.signIn();
  await walk.goTo('Keys');
  await page.getByRole('button', { name: 'Create key' }).focus();
  await page.keyboard.press('Enter');
  await focusOn(page, 'Name');
  await page.keyboard.type('Typed by hand');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
  await walk.open('/members');
  await page
    .getByRole('button', { name: /^Actions of / })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.innerText')).toBe('Cancel');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

/** Presses a key of an Arabic layout: the physical key of a Latin letter, which types another one. */
async function pressArabic(page: Page, code: string, key: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', code, key, text: key });
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key });
  await keyboard.detach();
}

test('Escape leaves the composer, then single keys act on the list and type nothing, on an Arabic layout too', async () => {
  const shop = await makeTenant(walk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'The first of two' });
  await shop.customerWrites(uniqueDigits('16'), { text: 'The second of two' });
  const page = await walk.signIn((await joinTenant(walk.system, shop.slug, 'agent')).email);
  await walk.goTo('Inbox');
  const log = page.getByRole('log');
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await page.getByRole('link', { name: /The second of two/ }).waitFor();
  await pressArabic(page, 'KeyJ', 'ت');
  await log.getByText('The second of two').waitFor();
  await pressArabic(page, 'KeyR', 'ق');
  await expect.poll(() => focusedTag(page)).toBe('TEXTAREA');
  await page.keyboard.type('half an answer');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await log.getByText('The first of two').waitFor();
  await pressArabic(page, 'KeyK', 'ن');
  await log.getByText('The second of two').waitFor();
  expect(await answer.inputValue()).toBe('half an answer');
  await pressArabic(page, 'KeyE', 'ث');
  await page.getByRole('button', { name: 'Reopen' }).waitFor();
  await page.keyboard.press('Escape');
  await pressArabic(page, 'Slash', '؟');
  await page
    .getByRole('dialog', { name: 'Keyboard shortcuts' })
    .getByText('Ctrl Shift Enter', { exact: true })
    .waitFor();
});

test('g and a letter open a screen, and / the search, on an Arabic layout too; in a field they are text', async () => {
  const page = await walk.signIn();
  const opens = (name: string): Promise<void> => page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await opens('Keys');
  await pressArabic(page, 'KeyG', 'ل');
  await pressArabic(page, 'KeyI', 'ه');
  await opens('Inbox');
  await page.keyboard.press('/');
  await opens('Search');
  await focusOn(page, 'Search for');
  await page.keyboard.type('g k/');
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('g k/');
  await page.keyboard.press('Escape');
  await pressArabic(page, 'KeyG', 'ل');
  await page.keyboard.press('h');
  await opens('Home');
  await pressArabic(page, 'Slash', 'ظ');
  await opens('Search');
});

test('text typed while the palette opens reaches its field, and no key acts on the screen below while another one loads', async () => {
  const shop = await makeTenant(walk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'Not answered yet' });
  const page = await walk.signIn((await joinTenant(walk.system, shop.slug, 'agent')).email);
  // Before it there is nothing to walk.
  await page.getByRole('link', { name: /Not answered yet/ }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('log').getByText('Not answered yet').waitFor();
  const release = await holdRequests(page, '**/search-screen-*.js');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('search');
  await page.getByRole('option', { name: 'Search', exact: true, selected: true }).waitFor();
  expect(await page.getByRole('combobox').inputValue()).toBe('search');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.type('resolve');
  release();
  await focusOn(page, 'Search for');
  await page.keyboard.type('answered');
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('answered');
  await page.goBack();
  await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor();
  expect(await shop.admin('GET', '/conversations?limit=5&status=open')).toMatchObject({ body: { items: [{}] } });
});

test('Ctrl-K offers what can be done with the open conversation, and finds a person by a part of the name', async () => {
  const shop = await makeTenant(walk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'From the first', name: 'Mariam Haddad' });
  await shop.customerWrites(uniqueDigits('16'), { text: 'From the second', name: 'Jonas Weber' });
  // Names are indexed in the background.
  const known = async () => (await shop.admin('GET', '/people?q=mariam')).body.items[0] ?? null;
  await pollUntil(known, { what: () => 'Mariam to be known' });
  const page = await walk.signIn((await joinTenant(walk.system, shop.slug, 'agent')).email);
  const log = page.getByRole('log');
  const choose = async (typed: string, name: RegExp): Promise<void> => {
    await page.keyboard.press('Control+k');
    await focusOn(page, 'Go to or do …');
    await page.keyboard.type(typed);
    const option = page.getByRole('option', { name, selected: true });
    await option.waitFor();
    await page.keyboard.press('Enter');
    await option.waitFor({ state: 'detached' });
  };
  await page.getByRole('link', { name: /From the second/ }).waitFor();
  await page.keyboard.press('o');
  await log.getByText('From the second').waitFor();
  await page.keyboard.press('o');
  await expect.poll(() => page.evaluate<string>('document.activeElement.getAttribute("role")')).toBe('log');
  await choose('mariam', /Mariam Haddad/);
  await log.getByText('From the first').waitFor();
  await choose('write a rep', /Write a reply/);
  await expect.poll(() => focusedTag(page)).toBe('TEXTAREA');
  await page.keyboard.press('Escape');
  await choose('resolve or', /Resolve or reopen/);
  await page.getByRole('button', { name: 'Reopen' }).waitFor();
  await choose('snooze', /Snooze the conversation/);
  await page.getByRole('dialog', { name: /^Snooze/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: /^Snooze/ }).waitFor({ state: 'detached' });
  await walk.open('/comments');
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Inbox', exact: true }).waitFor();
  expect(await page.getByRole('option', { name: /Resolve or reopen/ }).count()).toBe(0);
});
