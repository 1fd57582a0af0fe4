import { isIP, type LookupFunction } from 'node:net';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { type Asked, makeDnsQuery } from './dns-query.ts';
import { LookupError } from './lookup-error.ts';
import { LookupSlots, type SlotLimits } from './lookup-slots.ts';
import { makeReadSystemNames, type SystemFiles, type SystemNames } from './system-names.ts';

export interface NameLookupOptions {
  /** The value of PARLEY_DNS_SERVERS; unset: the system's name servers. */
  servers?: string | undefined;
  /** Time limit of a look-up, including its wait for a slot; default 4 s, less than the time limit of a connection. */
  timeoutMs?: number;
  limits?: Partial<SlotLimits>;
  files?: SystemFiles;
}

/** Resolves names without blocking a thread: a slow name delays only its own caller. */
export interface NameLookup {
  /**
   * Every address of a name, IPv4 first. The number of concurrent look-ups is limited for each `key` (the caller).
   * Throws {@link LookupError} within the time limit.
   */
  resolve(host: string, key?: string): Promise<readonly string[]>;
  /** The same for a socket. */
  lookup: LookupFunction;
  close(): void;
}

interface UnderWay extends Pick<Asked, 'isSilent'> {
  result: Promise<readonly string[]>;
}

const TIMEOUT_MS = 4000;
const LIMITS: SlotLimits = { total: 1024, perKey: 8, waitingPerKey: 64, waiting: 4096 };
const MAX_REMEMBERED = 4000;
/** Minimum cache time, so that the socket uses the addresses that were just checked; it checks them again. */
const LEAST_TTL_MS = 1000;
const MAX_TTL_MS = 60_000;
const ABSENT_TTL_MS = 5000;
const LOOPBACK = ['127.0.0.1', '::1'];

function parseServers(configured: string | undefined): string[] | null {
  const servers = (configured ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return servers.length === 0 ? null : servers;
}

function openQuery(configured: string | undefined) {
  try {
    return makeDnsQuery(parseServers(configured));
  } catch {
    throw new Error('PARLEY_DNS_SERVERS: must be addresses such as 10.0.0.2 or 127.0.0.1:5353, comma-separated.');
  }
}

const hasKind =
  (family: unknown) =>
  (address: string): boolean =>
    family === 4 || family === 'IPv4'
      ? isIP(address) === 4
      : family === 6 || family === 'IPv6'
        ? isIP(address) === 6
        : true;

/** Throws on bad `servers`, naming the variable. */
export function makeNameLookup(options: NameLookupOptions = {}): NameLookup {
  const { timeoutMs = TIMEOUT_MS } = options;
  const query = openQuery(options.servers);
  const readSystem = makeReadSystemNames(options.files);
  const slots = new LookupSlots({ ...LIMITS, ...options.limits });
  /** Cached look-ups, for the TTL of their records. */
  const remembered = makeBoundedMap<string, readonly string[] | LookupError>(MAX_REMEMBERED, {
    nowMs: () => performance.now(),
  });
  const underWay = new Map<string, UnderWay>();

  /** The result of a running look-up, or a failure at the deadline. */
  async function inTime(host: string, { result, isSilent }: UnderWay, untilMs: number): Promise<readonly string[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new LookupError('ETIMEOUT', isSilent(), host)),
        Math.max(untilMs - performance.now(), 0),
      );
    });
    try {
      return await Promise.race([result, late]);
    } catch (error) {
      // Otherwise a name without answers that is requested repeatedly would always have running queries.
      if (error instanceof LookupError && !error.ours) remembered.set(host, error, ABSENT_TTL_MS);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  function begin(host: string, key: string, system: SystemNames): UnderWay {
    const { found, settled, isSilent } = query.ask(host, system);
    const result = found.then(({ addresses, ttlMs }) => {
      remembered.set(host, addresses, Math.min(Math.max(ttlMs, LEAST_TTL_MS), MAX_TTL_MS));
      return addresses;
    });
    result.catch(() => {});
    const one = { result, isSilent };
    underWay.set(host, one);
    void settled.then(() => {
      underWay.delete(host);
      slots.release(key);
    });
    return one;
  }

  /** The cached result, or that of a running look-up; starts none. */
  function recall(host: string, untilMs: number): Promise<readonly string[]> | null {
    const known = remembered.get(host);
    if (known instanceof LookupError) return Promise.reject(known);
    if (known !== undefined) return Promise.resolve(known);
    const other = underWay.get(host);
    return other ? inTime(host, other, untilMs) : null;
  }

  async function ask(host: string, key: string, system: SystemNames): Promise<readonly string[]> {
    const untilMs = performance.now() + timeoutMs;
    const recalled = recall(host, untilMs);
    if (recalled) return recalled;
    // No call joins a look-up that still waits for a slot: another key's look-up of the same name must not wait with it.
    if (!(await slots.acquire(key, timeoutMs))) throw new LookupError('EBUSY', !slots.isFull(key), host);
    const meanwhile = recall(host, untilMs);
    if (meanwhile) {
      slots.release(key);
      return meanwhile;
    }
    return inTime(host, begin(host, key, system), untilMs);
  }

  async function resolve(name: string, key?: string): Promise<readonly string[]> {
    const host = name.toLowerCase();
    if (isIP(host) !== 0) return [host];
    const system = await readSystem();
    const bare = host.replace(/\.$/, '');
    // Reserved for names that do not exist (RFC 6761): no query is needed.
    if (bare.endsWith('.invalid')) throw new LookupError('ENOTFOUND', false, host);
    const local = system.hosts.get(bare) ?? (bare === 'localhost' || bare.endsWith('.localhost') ? LOOPBACK : null);
    return local ?? ask(host, key ?? `name ${host}`, system);
  }

  return {
    resolve,
    lookup(hostname, { all, family }, callback) {
      resolve(hostname).then(
        (addresses) => {
          const [first, ...others] = addresses
            .filter(hasKind(family))
            .map((address) => ({ address, family: isIP(address) }));
          if (!first) callback(new LookupError('ENODATA', false, hostname), '');
          else if (all) callback(null, [first, ...others]);
          else callback(null, first.address, first.family);
        },
        (error: Error) => callback(error, ''),
      );
    },
    close: () => query.close(),
  };
}
