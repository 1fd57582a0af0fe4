import { expect, test } from 'vitest';
import { openWindow } from '../support/browser/browser.ts';
import { bodiesTo, openOnChannel } from '../support/console/channel-inbox.ts';
import { CONSOLE_PASSWORD, joinTenant, openConsoleBrowser } from '../support/console/console-browser.ts';
import { enterConsole, walkConsole } from '../support/console/console-walk.ts';
import { sentMark } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Sessions that begin and end under an open page (docs/reference/console.md#problems).
const walk = walkConsole();
const { signIn, goTo } = walk;

/** Discards the browser's reports of lost answers and of 401s. */
const forgetReports = (): void => void walk.visit.problems.splice(0);

test('an address that was requested before the sign-in opens after it, with its search', async () => {
  const { page } = walk.visit;
  await page.goto(`${walk.system.origin}/console/search?q=palm`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('E-mail address').fill(walk.owner);
  await page.getByLabel('Password').fill(CONSOLE_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
  expect(new URL(page.url()).search).toBe('?q=palm');
  forgetReports();
});

test('a sign-in link works in a tab that already shows the sign-in page', async () => {
  const { page } = walk.visit;
  await page.goto(`${walk.system.origin}/console/sign-in`);
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  await page.evaluate(`location.href = '/console/sign-in#${'x'.repeat(43)}'`);
  await page.getByRole('heading', { name: 'Sign in with your link' }).waitFor();
  expect(new URL(page.url()).hash).toBe('');
});

test('an ended session is announced, and the next sign-in returns to the page and restores what the same member typed', async () => {
  const { email } = await joinTenant(walk.system, walk.tenant.slug, 'developer');
  const page = await signIn(email);
  await goTo('Keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Name').fill('Typed before the end');
  const other = openConsoleBrowser(walk.system.origin);
  await other.call('sign-in', { email, password: CONSOLE_PASSWORD });
  await other.call('end-other-sessions', {});
  await page.getByText('Your session has ended.').waitFor();
  expect(await page.content()).not.toContain('Typed before the end');
  const sign = async (who: string): Promise<void> => {
    await page.getByLabel('E-mail address').fill(who);
    await page.getByLabel('Password').fill(CONSOLE_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
  };
  await sign(email);
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Typed before the end');
  forgetReports();
});

test('Escape on a new key asks before the key is lost; Back still shows it', async () => {
  const page = await signIn();
  await goTo('Keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Name').fill('Shown once');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Your new key' });
  await shown.waitFor();
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Back' }).click();
  await question.waitFor({ state: 'detached' });
  await shown.getByText(/^pk_/).first().waitFor();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Close anyway' }).click();
  await shown.waitFor({ state: 'detached' });
});

test('without a connection the page shows one banner and no browser messages, and recovers automatically', async () => {
  const { browser: owner } = await joinTenant(walk.system, walk.tenant.slug, 'owner');
  const { page, context } = await openWindow(walk.browser, { locale: 'en-GB' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterConsole(page, { origin: walk.system.origin, email: walk.owner });
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  const { pathname: members } = new URL(`${walk.system.origin}/console/members`);
  await page.route('**/console/**', (route) => route.abort());
  const banner = page.getByText('No connection.');
  // A screen that is not loaded yet, and lists that need the server.
  await page.getByRole('navigation').getByRole('link', { name: 'Members' }).click();
  await banner.waitFor();
  await page.getByRole('heading', { name: 'This page cannot be shown' }).waitFor();
  // An answer that was in flight hides the banner until the next call fails.
  await expect.poll(() => banner.count()).toBe(1);
  expect(await page.evaluate('document.body.innerText')).not.toMatch(/Failed to fetch|imported module/);
  const { member } = await owner.call('me', {});
  await page.unroute('**/console/**');
  await banner.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
  await page.getByText(member?.email ?? '').waitFor();
  expect(new URL(page.url()).pathname).toBe(members);
  await context.close();
});

test('once the server is back, the frame of the test phone and the names of assignees appear by themselves', async () => {
  const shop = await makeTenant(walk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'Assigned to a colleague' });
  const { browser: colleague } = await joinTenant(walk.system, shop.slug, 'owner');
  const { items } = await colleague.call('list-conversations', { limit: 1 });
  const { member } = await colleague.call('me', {});
  await colleague.call('update-conversation', { id: items[0]?.id ?? 0, assignee: member?.id ?? '' });
  const { email } = await joinTenant(walk.system, shop.slug, 'owner', { name: 'Second owner' });
  // The frame has another origin, which the walk's own window refuses.
  const { page, context } = await openWindow(walk.browser, { locale: 'en-GB' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterConsole(page, { origin: walk.system.origin, email });
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  let failed = 0;
  await page.route('**/trpc/list-members**', async (route) => {
    await route.abort();
    failed++;
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).click();
  const list = page.getByRole('region', { name: 'Conversations' });
  await list.getByText('Assigned to a colleague').waitFor();
  // The read is given up after its third failure.
  await expect.poll(() => failed).toBeGreaterThanOrEqual(3);
  expect(await list.getByText('The owner').count()).toBe(0);
  const phone = page.frameLocator('iframe');
  const toggle = page.getByRole('button', { name: 'Test phone', exact: true });
  await toggle.click();
  await phone.getByLabel('Channel').waitFor();
  await toggle.click();
  await context.route(/./, (route) => route.abort());
  await page.evaluate("window.dispatchEvent(new Event('offline'))");
  await page.getByText('No connection.').waitFor();
  // A frame that is opened now is the browser's error page.
  await toggle.click();
  await page.locator('iframe').waitFor();
  expect(await phone.getByLabel('Channel').count()).toBe(0);
  await page.unroute('**/trpc/list-members**');
  await context.unroute(/./);
  await page.getByText('No connection.').waitFor({ state: 'detached' });
  await phone.getByLabel('Channel').waitFor();
  await list.getByText('The owner').waitFor();
  await context.close();
});

test('the page says that the server does not respond, and an answer that is sent before it recovers is sent once', async () => {
  const { page: window, fixture, person } = await openOnChannel(walk, 'wa');
  await window.getByRole('textbox', { name: 'Answer' }).waitFor();
  let resume = (): void => {};
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  // The server does what it is asked, and its answers are held.
  await window.route('**/console/trpc/**', async (route) => {
    const answer = await route.fetch();
    await resumed;
    // The page has given up some of the reads.
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  await window.getByRole('textbox', { name: 'Answer' }).click();
  await window.keyboard.type('Sent while it hangs');
  await window.keyboard.press('ControlOrMeta+Enter');
  await window.getByText('No connection.').waitFor();
  expect(await sentMark(window).count()).toBe(0);
  resume();
  await window.getByText('No connection.').waitFor({ state: 'detached' });
  await window.getByRole('log').getByText('Sent while it hangs').waitFor();
  await sentMark(window).waitFor();
  expect(await bodiesTo(fixture, person)).toHaveLength(1);
  expect(await window.getByRole('log').getByText('Sent while it hangs').count()).toBe(1);
  forgetReports();
});

test('the sign-in page and the page of a sign-in link start where Enter works', async () => {
  const { email } = await joinTenant(walk.system, walk.tenant.slug, 'owner');
  const { page } = walk.visit;
  await page.goto(`${walk.system.origin}/console/sign-in`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(CONSOLE_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  const other = await openWindow(walk.browser, { locale: 'en-GB' });
  await other.page.goto(`${walk.system.origin}/console/sign-in#${'x'.repeat(43)}`);
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await other.page.keyboard.press('Enter');
  await other.page.getByRole('alert').waitFor();
  await other.context.close();
});
