import type { ServedInConsole } from '@parley/common/contracts/console/console-contracts';
import { CONSOLE_CONTRACTS } from '@parley/common/contracts/console/console-contracts';
import type { ConsoleInputOf, ConsoleOutputOf } from '@parley/common/contracts/console/console-router';
import type { TenantRole } from '@parley/common/workspace/console-roles';
import { type Answer, callJson } from '../requests/call-json.ts';
import type { System } from '../system/system.ts';
import { uniqueDigits } from '../tenants/client.ts';

type Name = ServedInConsole['name'];
type Operation<N extends Name> = Extract<ServedInConsole, { name: N }>;

const METHODS: ReadonlyMap<string, string> = new Map(CONSOLE_CONTRACTS.map(({ name, method }) => [name, method]));

/** A browser that shows the console: it keeps the session cookie and sends the pages' origin. */
export interface ConsoleBrowser {
  origin: string;
  /** The `Cookie` header; empty before sign-in. */
  cookie: string;
  /** The raw answer; an error's body is that of the other APIs. */
  ask(name: Name, input?: object, headers?: Record<string, string>): Promise<Answer>;
  /** The output; throws on an error. */
  call<N extends Name>(name: N, input: ConsoleInputOf<Operation<N>>): Promise<ConsoleOutputOf<Operation<N>>>;
}

/** Removes tRPC's envelope; an error gets its own status, even if the browser received 200. */
const unwrap = ({ status, headers, body }: Answer): Answer => ({
  status: body.error ? body.error.data.httpStatus : status,
  headers,
  body: body.error ? body.error.data : body.result.data,
});

/** A `Cookie` header updated by these `Set-Cookie` headers. */
function withCookies(header: string, set: readonly string[]): string {
  const pairs = [...header.split('; '), ...set.map((cookie) => cookie.split(';')[0] ?? '')].filter(Boolean);
  return [...new Map(pairs.map((pair) => [pair.split('=')[0], pair])).values()].join('; ');
}

export function openConsoleBrowser(origin: string): ConsoleBrowser {
  const browser: ConsoleBrowser = {
    origin,
    cookie: '',
    async ask(name, input = {}, headers = {}) {
      const isQuery = METHODS.get(name) === 'GET';
      const url = `${origin}/console/trpc/${name}`;
      const cookie: Record<string, string> = browser.cookie === '' ? {} : { cookie: browser.cookie };
      const answer = isQuery
        ? await callJson('GET', `${url}?input=${encodeURIComponent(JSON.stringify(input))}`, {
            headers: { ...cookie, ...headers },
          })
        : await callJson('POST', url, { body: input, headers: { origin, ...cookie, ...headers } });
      browser.cookie = withCookies(browser.cookie, [answer.headers['set-cookie'] ?? []].flat());
      return unwrap(answer);
    },
    async call(name, input) {
      const { status, body } = await browser.ask(name, input);
      if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
  };
  return browser;
}

/** A running product, with its admin token. */
type Door = Pick<System, 'origin' | 'adminToken'>;

/** A browser in which the operator signed in. */
export async function openOperatorBrowser({ origin, adminToken }: Door): Promise<ConsoleBrowser> {
  const browser = openConsoleBrowser(origin);
  await browser.call('sign-in-as-operator', { admin_token: adminToken });
  return browser;
}

export const CONSOLE_PASSWORD = 'correct horse battery';

/** Makes a member of a tenant, invited by an operator who acts as the tenant; the member is signed in. */
export async function joinTenant(
  system: Door,
  slug: string,
  role: TenantRole,
  {
    name = `The ${role}`,
    email = `${role}-${uniqueDigits('')}@${slug}.example`,
  }: { name?: string; email?: string } = {},
): Promise<{ browser: ConsoleBrowser; email: string }> {
  const operator = await openOperatorBrowser(system);
  await operator.call('act-as-tenant', { slug });
  const { link } = await operator.call('invite-member', { email, roles: [role], by: 'link' });
  await operator.call('sign-out', {});
  const browser = openConsoleBrowser(system.origin);
  const token = link?.split('#')[1] ?? '';
  await browser.call('accept-invitation', { token, name, password: CONSOLE_PASSWORD });
  return { browser, email };
}
