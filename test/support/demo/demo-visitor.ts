import { type ConsoleBrowser, openConsoleBrowser } from '../console/console-browser.ts';
import { type Answer, callJson } from '../requests/call-json.ts';

/** A visitor of a public demo, signed in to the console of their own workspace. */
export interface DemoVisitor {
  slug: string;
  browser: ConsoleBrowser;
  /** The visitor's accounts in the sandbox, by channel. */
  accounts: Readonly<Record<string, string>>;
  /** An API key of the workspace. */
  apiKey: string;
  instanceId: string;
  /** A call of the customer API with the visitor's key. */
  api(method: 'GET' | 'POST', action: string, fields?: object, slug?: string): Promise<Answer>;
  /** A request of the test phone. */
  phone(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>;
}

/** Presses the button of the first page; returns the answer, whose location signs in. */
export const pressTry = (origin: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${origin}/try`, { method: 'POST', redirect: 'manual', headers: { origin, ...headers } });

/** Opens a workspace and signs in; `headers` go with the press of the button. */
export async function visitDemo(origin: string, headers: Record<string, string> = {}): Promise<DemoVisitor> {
  const pressed = await pressTry(origin, headers);
  const location = pressed.headers.get('location') ?? '';
  if (pressed.status !== 303) throw new Error(`The button answered ${pressed.status}: ${await pressed.text()}`);
  const browser = openConsoleBrowser(origin);
  await browser.call('redeem-sign-in-link', { token: location.split('#')[1] ?? '' });
  const { tenant } = await browser.call('me', {});
  const slug = tenant?.slug ?? '';
  const { items } = await browser.call('list-tenant-channels', { limit: 50 });
  const accounts = Object.fromEntries(items.map(({ channel, id }) => [channel, id]));
  const key = { label: 'Mine', channels: ['wa' as const, 'tg' as const, 'fb' as const, 'ig' as const] };
  const { api_key: apiKey, instance_id: instanceId } = await browser.call('create-key', { ...key, may_read: true });
  return {
    slug,
    browser,
    accounts,
    apiKey,
    instanceId,
    api(method, action, fields = {}, at = slug) {
      const url = `${origin}/${at}/api/messaging/?action=${action}`;
      const query = new URLSearchParams(
        Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
      );
      return method === 'GET'
        ? callJson('GET', `${url}&${query}`, { token: apiKey })
        : callJson('POST', url, { token: apiKey, body: fields });
    },
    phone: (method, path, body) =>
      callJson(method, `${origin}${path}`, { headers: { origin, cookie: browser.cookie }, body }),
  };
}
