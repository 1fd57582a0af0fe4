import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWindow } from '../support/browser/browser.ts';
import { findAccessibilityProblems } from '../support/browser/check-page.ts';
import { chooseOption } from '../support/browser/choose-option.ts';
import { joinTenant, openConsoleBrowser } from '../support/console/console-browser.ts';
import { enterConsole, useLook, walkConsole } from '../support/console/console-walk.ts';
import { openForwardedPort } from '../support/system/forwarded-port.ts';
import { formerRedirectUrls, openSystemIssuer, type SystemIssuer } from '../support/system/system-issuer.ts';
import { makeTenant } from '../support/tenants/client.ts';

// Single sign-on with a real issuer (docs/reference/console.md#single-sign-on), by real keys.
const walk = walkConsole();
const LINA = { sub: 'lina', email: 'lina@bakery.example', email_verified: true, name: 'Lina' };
let issuer: SystemIssuer;
beforeEach(async () => {
  issuer = await openSystemIssuer(walk.system);
});
afterEach(() => issuer?.[Symbol.asyncDispose]());

test('an owner sets the issuer up, a colleague signs in through it, and turning it off signs them out', async () => {
  const { slug } = await makeTenant(walk.system);
  issuer.registerWorkspace(slug);
  const owner = await joinTenant(walk.system, slug, 'owner');
  const page = await walk.signIn(owner.email);
  await walk.goTo('Settings');
  for (const [label, text] of [
    ['Issuer', issuer.url],
    ['Client ID', issuer.clientId],
    ['Client secret', issuer.clientSecret],
  ] as const) {
    await page.getByLabel(label, { exact: true }).click();
    await page.keyboard.type(text);
  }
  await chooseOption(page, 'People who are not members yet', 'agent');
  await page.getByRole('button', { name: 'Test and save' }).click();
  // Nothing is saved before the domains are entered.
  await page.getByRole('textbox', { name: 'Domains' }).and(page.locator(':invalid')).waitFor();
  await page.getByRole('textbox', { name: 'Domains' }).click();
  await page.keyboard.type('bakery.example');
  await page.getByRole('button', { name: 'Test and save' }).click();
  await page.getByText('Sign-in page of this workspace').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  const { sign_in_url: signInUrl } = await owner.browser.call('get-single-sign-on', {});

  issuer.person = LINA;
  const other = await openWindow(walk.browser, { locale: 'en-GB' });
  await other.page.goto(signInUrl);
  await other.page.getByRole('heading', { name: 'Single sign-on' }).waitFor();
  expect(await findAccessibilityProblems(other.page)).toEqual([]);
  await other.page.getByLabel('Workspace').press('Enter');
  await other.page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  expect(other.page.url()).not.toContain('code=');
  await other.page.getByRole('button', { name: /Lina/ }).waitFor();

  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await other.context.close();
});

test('an owner lets the provider decide roles, and a person with the values of two roles gets both', async () => {
  const { slug } = await makeTenant(walk.system);
  issuer.registerWorkspace(slug);
  const owner = await joinTenant(walk.system, slug, 'owner');
  const page = await walk.signIn(owner.email);
  await walk.goTo('Settings');
  const type = async (label: string, text: string): Promise<void> => {
    await page.getByLabel(label, { exact: true }).click();
    await page.keyboard.type(text);
  };
  await type('Issuer', issuer.url);
  await type('Client ID', issuer.clientId);
  await type('Client secret', issuer.clientSecret);
  await chooseOption(page, 'People who are not members yet', 'by_claim');
  await type('Claim with the roles', 'groups');
  await type('Values of agents', 'desk');
  await type('Values of developers', 'code');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Test and save' }).click();
  await page.getByText('Sign-in page of this workspace').waitFor();
  const { sign_in_url: signInUrl } = await owner.browser.call('get-single-sign-on', {});
  issuer.person = { ...LINA, groups: ['desk', 'code'] };
  const other = await openWindow(walk.browser, { locale: 'en-GB' });
  await other.page.setViewportSize({ width: 1440, height: 900 });
  await other.page.goto(signInUrl);
  await other.page.getByLabel('Workspace').press('Enter');
  const menu = other.page.getByRole('complementary');
  for (const name of ['Inbox', 'Keys']) await menu.getByRole('link', { name }).waitFor();
  await other.context.close();
  await walk.goTo('Members');
  await page.getByRole('row', { name: /Lina.*Developer and agent/ }).waitFor();
});

test('a person whose address is unverified sees the reason, in their language', async () => {
  const { slug } = await makeTenant(walk.system);
  issuer.registerWorkspace(slug);
  const owner = await joinTenant(walk.system, slug, 'owner');
  const { sign_in_url: signInUrl } = await owner.browser.call('set-single-sign-on', {
    issuer: issuer.url,
    client_id: issuer.clientId,
    client_secret: issuer.clientSecret,
    domains: [],
    new_member_role: null,
    role_claim: null,
  });
  issuer.person = { sub: 'mallory', email: owner.email, email_verified: false };
  const other = await openWindow(walk.browser, { locale: 'en-GB' });
  await other.page.goto(signInUrl);
  await useLook(other.page, { language: 'ar' });
  await other.page.getByLabel('مساحة العمل').press('Enter');
  await other.page.getByRole('alert').getByText('حسابك هناك ليس لعضو').waitFor();
  expect(await findAccessibilityProblems(other.page)).toEqual([]);
  await other.context.close();
});

/** Settings of single sign-on at an issuer. */
const settingsOf = ({ url, clientId, clientSecret }: SystemIssuer) => ({
  issuer: url,
  client_id: clientId,
  client_secret: clientSecret,
  domains: [],
  new_member_role: null,
  role_claim: null,
});

// RFC 9700, section 4.4: the issuer of another workspace lets the honest one sign the victim in, to get the code.
test('the issuer of another workspace gets no code of a person whom it forwards to theirs', async () => {
  const evil = await openSystemIssuer(walk.system);
  const [{ slug }, theirs] = [await makeTenant(walk.system), await makeTenant(walk.system)];
  issuer.registerWorkspace(slug);
  for (const one of [issuer, evil]) one.sendsIss = false;
  const [victim, mallory] = [
    await joinTenant(walk.system, slug, 'owner'),
    await joinTenant(walk.system, theirs.slug, 'owner'),
  ];
  await victim.browser.call('set-single-sign-on', settingsOf(issuer));
  const { sign_in_url: trap } = await mallory.browser.call('set-single-sign-on', settingsOf(evil));
  issuer.person = { sub: 'victim', email: victim.email, email_verified: true };
  const mine = await openConsoleBrowser(walk.system.origin).call('begin-single-sign-on', { workspace: slug });
  let redirectTo: string | null = null;
  evil.forward = (asked) => {
    const forwarded = new URL(mine.url);
    forwarded.searchParams.set('state', asked.searchParams.get('state') ?? '');
    if (redirectTo !== null) forwarded.searchParams.set('redirect_uri', redirectTo);
    return forwarded.href;
  };
  const press = async (expected: string): Promise<void> => {
    const window = await openWindow(walk.browser, { locale: 'en-GB' });
    await window.page.goto(trap);
    await window.page.getByLabel('Workspace').press('Enter');
    await window.page.getByRole('alert').getByText(expected).waitFor();
    expect(window.page.url()).not.toContain('code=');
    await window.context.close();
  };
  await press('This sign-in was used');
  // An issuer at which the old address is still registered.
  for (const url of formerRedirectUrls(walk.system)) issuer.register(url);
  redirectTo = formerRedirectUrls(walk.system)[0] ?? null;
  await press('This address is no longer used');
  expect(evil.stolenCodes).toEqual([]);
  await evil[Symbol.asyncDispose]();
});

test('the address to register is the same before and after saving, also under another address of the console', async () => {
  const { slug } = await makeTenant(walk.system);
  issuer.registerWorkspace(slug);
  const owner = await joinTenant(walk.system, slug, 'owner');
  const door = await openForwardedPort(walk.system.origin);
  const { page, context } = await openWindow(walk.browser, { locale: 'en-GB' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterConsole(page, { origin: door.origin, email: owner.email });
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  const shown = page.locator('pre').filter({ hasText: '/console/single-sign-on/' });
  const address = `${walk.system.origin}/console/single-sign-on/${slug}`;
  await expect.poll(() => shown.first().textContent()).toBe(address);
  for (const [label, text] of [
    ['Issuer', issuer.url],
    ['Client ID', issuer.clientId],
    ['Client secret', issuer.clientSecret],
  ] as const) {
    await page.getByLabel(label, { exact: true }).click();
    await page.keyboard.type(text);
  }
  await page.getByRole('button', { name: 'Test and save' }).click();
  await page.getByText('Sign-in page of this workspace').waitFor();
  expect(await shown.first().textContent()).toBe(address);
  await context.close();
  door.close();
});
