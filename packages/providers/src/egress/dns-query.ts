import { Resolver } from 'node:dns/promises';
import { LookupError } from './lookup-error.ts';
import type { SystemNames } from './system-names.ts';

/** The addresses of a name and how long they may be cached. */
export interface Found {
  addresses: string[];
  ttlMs: number;
}

/** A running look-up. */
export interface Asked {
  /**
   * Resolves when A or AAAA records have arrived and the other kind had {@link OTHER_KIND_WITHIN_MS}. Throws {@link
   * LookupError}.
   */
  found: Promise<Found>;
  /** Resolves when all its queries have ended. */
  settled: Promise<unknown>;
  /** Whether no query to our name servers got an answer since it began. */
  isSilent(): boolean;
}

/** Queries to the name servers. */
export interface DnsQuery {
  ask(host: string, system: SystemNames): Asked;
  close(): void;
}

interface AddressWithTtl {
  address: string;
  ttl: number;
}

/** c-ares doubles the timeout at the second attempt: 4.5 s for one server that never answers. */
const TRY_TIMEOUT_MS = 1500;
const TRIES = 2;
/** How long an answer of one kind waits for the other kind. */
const OTHER_KIND_WITHIN_MS = 300;
/** After this long without an answer the root is queried, to learn before the deadline whether the name servers answer at all. */
const SILENCE_MS = 1000;
/** Answers about the name itself: it does not exist, has no address, or is invalid. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ENONAME', 'EBADSTR']);
/** Error codes when no name server is reachable, or it cannot resolve anything itself. */
const NO_ANSWER = new Set(['ESERVFAIL', 'ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED', 'EDESTRUCTION']);

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'EFAILED');

function openResolver(servers: readonly string[] | null): Resolver {
  const resolver = new Resolver({ timeout: TRY_TIMEOUT_MS, tries: TRIES });
  if (servers !== null) resolver.setServers(servers);
  return resolver;
}

/** The names to try, with the search domains: a name with enough dots is tried unchanged first. */
function spellingsOf(host: string, { search, ndots }: SystemNames): string[] {
  if (host.endsWith('.')) return [host];
  const longer = search.map((domain) => `${host}.${domain}`);
  return host.includes('.') || ndots === 0 ? [host, ...longer] : [...longer, host];
}

/** Resolves when all are settled, or {@link OTHER_KIND_WITHIN_MS} after the first that is true. */
const untilEnough = (answers: Promise<boolean>[]): Promise<void> =>
  new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    for (const answer of answers)
      void answer.then((isFound) => {
        if (isFound) timer ??= setTimeout(resolve, OTHER_KIND_WITHIN_MS);
      });
    void Promise.all(answers).then(() => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Queries name servers with c-ares, whose queries share a socket and block no thread, unlike getaddrinfo's. `servers`
 * are addresses such as 10.0.0.2 or 127.0.0.1:5353; null uses the system's. Throws on an invalid address.
 */
export function makeDnsQuery(servers: readonly string[] | null): DnsQuery {
  let resolver = openResolver(servers);
  let version: string | null = null;
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  let root: Promise<unknown> | null = null;

  /** Reads the system's name servers again when they have changed; running queries still use the previous ones. */
  function refresh(system: SystemNames): void {
    if (servers === null && version !== null && version !== system.version) resolver = openResolver(null);
    version = system.version;
  }

  /** The records of one kind, or the error code. */
  async function hear<T>(answer: Promise<T>): Promise<T | string> {
    const heard = await answer.catch(codeOf);
    if (typeof heard !== 'string' || !NO_ANSWER.has(heard)) answeredAtMs = performance.now();
    return heard;
  }

  /** Queries the root, which every working resolver knows. */
  function askRoot(): Promise<unknown> {
    root ??= hear(resolver.resolveNs('.')).finally(() => {
      root = null;
    });
    return root;
  }

  async function askOne(name: string, underWay: Promise<unknown>[]): Promise<Found | string> {
    const heard: (AddressWithTtl[] | string)[] = [];
    const answers = [resolver.resolve4(name, { ttl: true }), resolver.resolve6(name, { ttl: true })].map(
      async (answer, kind): Promise<boolean> => {
        const one = await hear<AddressWithTtl[]>(answer);
        heard[kind] = one;
        return typeof one !== 'string';
      },
    );
    underWay.push(...answers);
    await untilEnough(answers);
    const records = heard.flatMap((one) => (typeof one === 'string' ? [] : one));
    if (records.length > 0) {
      // A kind that has not answered yet is queried again soon.
      const isWhole = heard[0] !== undefined && heard[1] !== undefined;
      return {
        addresses: records.map(({ address }) => address),
        ttlMs: isWhole ? Math.min(...records.map(({ ttl }) => ttl)) * 1000 : 0,
      };
    }
    const codes = heard.filter((one) => typeof one === 'string');
    return codes.find((code) => !ABSENT.has(code)) ?? codes[0] ?? 'ENOTFOUND';
  }

  async function askAll(host: string, system: SystemNames, underWay: Promise<unknown>[]): Promise<Found> {
    const startedMs = performance.now();
    const isSilent = (): boolean => answeredAtMs < startedMs;
    const silence = setTimeout(() => void (isSilent() && askRoot()), SILENCE_MS);
    let code = 'ENOTFOUND';
    try {
      for (const name of spellingsOf(host, system)) {
        const found = await askOne(name, underWay);
        if (typeof found !== 'string') return found;
        code = found;
        if (!ABSENT.has(code)) break;
      }
    } finally {
      clearTimeout(silence);
    }
    // The name servers answer for other names but not for this one: the name's owner is at fault.
    if (isSilent()) await askRoot();
    throw new LookupError(code, isSilent(), host);
  }

  return {
    ask(host, system) {
      refresh(system);
      const startedMs = performance.now();
      const underWay: Promise<unknown>[] = [];
      const found = askAll(host, system, underWay);
      const settled = found.catch(() => {}).then(() => Promise.all(underWay));
      return { found, settled, isSilent: () => answeredAtMs < startedMs };
    },
    close: () => resolver.cancel(),
  };
}
