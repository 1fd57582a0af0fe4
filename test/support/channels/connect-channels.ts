import type { ShownPage } from '@parley/sandbox/driver/sandbox-driver';
import { request } from 'undici';
import type { Answer } from '../requests/call-json.ts';
import type { System } from '../system/system.ts';
import { type TestTenant, uniqueDigits } from '../tenants/client.ts';

/** The redirect address of tests; nothing listens there. */
export const REDIRECT_URL = 'https://127.0.0.1:9/done?cart=1#top';

/** A page of the sandbox, and the Instagram account that is linked to it. */
export interface TestPage extends ShownPage {
  instagram: { id: string; username: string; name: string };
}

/** The cookies of a plain HTTP client, by origin. */
export interface Visitor {
  cookies: Map<string, string>;
}
export const newVisitor = (): Visitor => ({ cookies: new Map() });

/** The visitor of tests that need no particular one. */
const ANYBODY = newVisitor();

async function visit(visitor: Visitor, url: string, form?: Record<string, string>) {
  const { origin } = new URL(url);
  const cookie = visitor.cookies.get(origin);
  const answer = await request(url, {
    method: form ? 'POST' : 'GET',
    headers: {
      ...(cookie ? { cookie } : {}),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
  });
  const [kept] = [answer.headers['set-cookie'] ?? []].flat();
  if (kept) visitor.cookies.set(origin, kept.split(';')[0] ?? '');
  const { location } = answer.headers;
  return { status: answer.statusCode, text: await answer.body.text(), location };
}

async function locationOf(visitor: Visitor, url: string, form?: Record<string, string>): Promise<string> {
  const { status, text, location } = await visit(visitor, url, form);
  if (typeof location !== 'string') throw new Error(`No redirect from ${url}: ${status} ${text}`);
  return location;
}

/**
 * Opens a connect link as a browser does and presses Continue on Parley's page. Returns the answer: a redirect to the
 * provider's dialog or, if the link has ended, to the redirect page; or the page that opens a popup.
 */
export async function pressContinue(connectUrl: string, visitor = ANYBODY) {
  const first = await visit(visitor, connectUrl);
  if (typeof first.location === 'string') return first;
  const [, next] = /<a class="button"[^>]* href="([^"]+)"/.exec(first.text) ?? [];
  if (next === undefined) throw new Error(`No page to continue from at ${connectUrl}: ${first.status} ${first.text}`);
  return visit(visitor, new URL(next.replaceAll('&amp;', '&'), connectUrl).href);
}

/** The address to which {@link pressContinue} leads. */
export async function openDialog(connectUrl: string, visitor = ANYBODY): Promise<string> {
  const { status, text, location } = await pressContinue(connectUrl, visitor);
  if (typeof location !== 'string') throw new Error(`No dialog at ${connectUrl}: ${status} ${text}`);
  return location;
}

/** The choices of a person in a dialog; without any, the sandbox's presets decide. */
export interface DialogChoice {
  /** Meta: only these pages. */
  pages?: readonly Pick<ShownPage, 'id'>[];
  /** Meta: every permission except these. */
  declined?: readonly string[];
  /** TikTok: this account, with every permission. */
  account?: string;
  /** Instagram: the account with this app-scoped id, with every permission. */
  login?: string;
}

/** The form fields of a choice: the sandbox's presets are shared by concurrent tests. */
function fieldsOf(dialog: string, { pages, declined = [], account, login }: DialogChoice): Record<string, string> {
  const scopes = (new URL(dialog).searchParams.get('scope') ?? '').split(/[\s,]+/).filter((scope) => scope !== '');
  if (account !== undefined) return { account, ...Object.fromEntries(scopes.map((scope) => [`grant:${scope}`, 'on'])) };
  const granted = scopes.filter((scope) => !declined.includes(scope)).map((scope) => [`permission_${scope}`, 'on']);
  if (login !== undefined) return { account: login, ...Object.fromEntries(granted) };
  if (pages === undefined) return {};
  return { chosen: '1', ...Object.fromEntries([...pages.map(({ id }) => [`page_${id}`, 'on']), ...granted]) };
}

/** Answers a dialog; returns the callback address to which the provider sends the browser. */
export const pressDialog = (
  dialog: string,
  action: 'continue' | 'cancel' = 'continue',
  choice: DialogChoice = {},
): Promise<string> => locationOf(newVisitor(), dialog, { action, ...fieldsOf(dialog, choice) });

/** Opens a callback address; returns the address to which Parley sends the browser. */
export const comeBack = async (callback: string, visitor = ANYBODY): Promise<URL> =>
  new URL(await locationOf(visitor, callback));

/** Answers a dialog and opens its callback; returns the address to which Parley sends the browser. */
export const answerDialog = async (
  dialog: string,
  action: 'continue' | 'cancel' = 'continue',
  choice: DialogChoice = {},
): Promise<URL> => comeBack(await pressDialog(dialog, action, choice));

/** Walks a connect link from its address to the redirect page; returns the address of that page. */
export async function walkLink(
  connectUrl: string,
  action: 'continue' | 'cancel' = 'continue',
  choice: DialogChoice = {},
): Promise<URL> {
  const visitor = newVisitor();
  return comeBack(await pressDialog(await openDialog(connectUrl, visitor), action, choice), visitor);
}

/** The parameters that Parley appended to the redirect address. */
export function redirectParameters(redirect: URL): Record<string, string> {
  const { cart, ...reported } = Object.fromEntries(redirect.searchParams);
  return reported;
}

/** Requests a connect link. */
export const makeLink = (
  tenant: TestTenant,
  channel: 'fb' | 'ig' | 'tt',
  redirectUrl = REDIRECT_URL,
): Promise<Answer> => tenant.get('connect-link', { channel, redirect_url: redirectUrl });

/** Creates a page in the sandbox, with a linked Instagram account unless `instagram` is false. */
export async function makePage(system: System, { instagram = true } = {}): Promise<TestPage> {
  const id = uniqueDigits('1908');
  const instagramId = uniqueDigits('178414');
  const linked = { id: instagramId, username: `shop.${id}`, name: `Shop ${id}` };
  const page = await system.sandbox.graph.putPage({ id, name: `Page ${id}`, instagram: instagram ? linked : null });
  return { ...page, instagram: linked };
}

/** Walks a link for these pages only; returns the parameters of the redirect. */
export async function authorizePages(
  tenant: TestTenant,
  pages: readonly TestPage[],
  channel: 'fb' | 'ig' = 'fb',
): Promise<Record<string, string>> {
  const { body } = await makeLink(tenant, channel);
  return redirectParameters(await walkLink(body.connect_url, 'continue', { pages }));
}

/** Makes a new page and connects it with a link. */
export async function connectPage(
  system: System,
  tenant: TestTenant,
  { channel = 'fb', instagram = true }: { channel?: 'fb' | 'ig'; instagram?: boolean } = {},
): Promise<TestPage> {
  const page = await makePage(system, { instagram });
  const reported = await authorizePages(tenant, [page], channel);
  if (reported.service_status !== 'success') throw new Error(`The page was not connected: ${JSON.stringify(reported)}`);
  return page;
}

/** A TikTok account of the sandbox. */
export interface TestTiktok {
  openId: string;
  name: string;
  videoId: string;
}

/** Makes a new TikTok account in the sandbox, with one video. */
export async function makeTiktok(system: System): Promise<TestTiktok> {
  const openId = `-000${uniqueDigits('tt')}`;
  const name = `Shop ${openId}`;
  const { videos } = await system.sandbox.tiktok.putAccount({
    open_id: openId,
    username: `shop${openId.slice(-6)}`,
    display_name: name,
  });
  return { openId, name, videoId: videos[0]?.id ?? '' };
}

/** Walks a link for this account; returns the parameters of the redirect. */
export async function authorizeTiktok(tenant: TestTenant, { openId }: TestTiktok): Promise<Record<string, string>> {
  const { body } = await makeLink(tenant, 'tt');
  return redirectParameters(await walkLink(body.connect_url, 'continue', { account: openId }));
}

/** Makes a new TikTok account and connects it with a link. */
export async function connectTiktok(system: System, tenant: TestTenant): Promise<TestTiktok> {
  const account = await makeTiktok(system);
  const reported = await authorizeTiktok(tenant, account);
  if (reported.service_status !== 'success') throw new Error(`TikTok was not connected: ${JSON.stringify(reported)}`);
  return account;
}
