import { ConfigurationError } from './errors.ts';

/** The globals of a runtime that this module reads. Typed here: none of them exists everywhere. */
interface Runtime {
  process?: { env?: Record<string, string | undefined>; versions?: { node?: string } };
  Bun?: { version: string };
  Deno?: { version: { deno: string } };
  navigator?: { userAgent?: string };
}
// safe: every member is optional
const runtime = globalThis as Runtime;

/** A variable of the environment; undefined where there is none, or where it may not be read. */
function fromEnvironment(name: string): string | undefined {
  try {
    return runtime.process?.env?.[name];
  } catch {
    return undefined;
  }
}

function required(option: string, variable: string, given: string | undefined): string {
  const value = given ?? fromEnvironment(variable);
  if (value === undefined) throw new ConfigurationError(`${option} is missing: pass it, or set ${variable}.`);
  return value;
}

/** The address of the API, with a slash at its end. No message has the address: it could hold a secret. */
export function readBaseUrl(given: string | undefined): string {
  const value = required('baseUrl', 'PARLEY_BASE_URL', given);
  try {
    const { protocol, username, password, search, hash, href } = new URL(value);
    const isPlain = [username, password, search, hash].every((part) => part === '');
    if (/^https?:$/.test(protocol) && isPlain) return href.endsWith('/') ? href : `${href}/`;
  } catch {}
  throw new ConfigurationError('baseUrl must have the form https://host/tenant/api/messaging/.');
}

export function readApiKey(given: string | undefined): string {
  const value = required('apiKey', 'PARLEY_API_KEY', given);
  if (value === '')
    throw new ConfigurationError('apiKey is empty: pass a key of the account, such as that of PARLEY_API_KEY.');
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new ConfigurationError('apiKey must consist of visible ASCII characters, without spaces and line breaks.');
  return value;
}

/** The idempotency key of a POST: the caller's, a new one, or null for none. */
export function readIdempotencyKey(given: string | null | undefined): string | null {
  if (given === undefined) return crypto.randomUUID();
  if (given !== null && !/^[\x20-\x7e]+$/.test(given))
    throw new ConfigurationError('idempotencyKey must consist of printable ASCII characters, at least one.');
  return given;
}

function nameRuntime(): string | null {
  if (runtime.Bun) return `bun ${runtime.Bun.version}`;
  if (runtime.Deno) return `deno ${runtime.Deno.version.deno}`;
  if (runtime.process?.versions?.node) return `node ${runtime.process.versions.node}`;
  return runtime.navigator?.userAgent === 'Cloudflare-Workers' ? 'workerd' : null;
}

/** The User-Agent of a call; null in a browser, which sends its own. */
export function makeUserAgent(version: string): string | null {
  const name = nameRuntime();
  return name === null ? null : `parley-typescript/${version} (${name})`;
}
