import { createHash } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import { type AuthenticatedKey, authenticate } from '@parley/common/contracts/internal/authenticate';
import { AppError } from '@parley/common/errors';
import { keyChanged } from '@parley/common/hints';
import { LRUCache } from 'lru-cache';
import type { FailureLimit } from './limit-failures.ts';

/**
 * Together with the time of a look-up, a change takes effect within 1 s even when its hint is lost
 * (docs/reference/requests.md#api-keys).
 */
const CACHE_TTL_MS = 900;
const CACHE_MAX_KEYS = 20_000;
const KEY_MAX_CHARACTERS = 512;

/** Who a request claims to be. */
export interface Claim {
  key: string;
  /** Slug in the path; null where the path names no tenant, and the key alone determines it. */
  tenant: string | null;
  /** Remote address of the connection. */
  address: string;
  requestId: string;
}

export interface Authentication {
  /**
   * The key's record, or `invalid_api_key`, `rate_limited`, `service_unavailable`
   * (docs/reference/requests.md#order-of-the-checks).
   */
  authenticateKey(claim: Claim): AuthenticatedKey | Promise<AuthenticatedKey>;
  close(): Promise<void>;
}

interface Deps {
  bus: Pick<BusClient, 'call' | 'onHint'>;
  failures: FailureLimit;
  nowMs: () => number;
  onFailure: () => void;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Looks keys up at services/accounts, each at most once at a time, and caches valid ones for less than a second. */
function makeLookUp({ bus, nowMs }: Pick<Deps, 'bus' | 'nowMs'>) {
  const cache = new LRUCache<string, AuthenticatedKey>({
    max: CACHE_MAX_KEYS,
    ttl: CACHE_TTL_MS,
    perf: { now: nowMs },
    ttlResolution: 0,
  });
  const inFlight = new Map<string, Promise<AuthenticatedKey | null>>();

  async function ask(hash: string, requestId: string): Promise<AuthenticatedKey | null> {
    // The record's age counts from the request: it may have been read right then.
    const start = nowMs();
    const asked = bus.call(authenticate, { key_hash: hash }, { request_id: requestId }).then(({ key }) => {
      // Removed meanwhile: a hint announced a change while the look-up was running.
      if (key && inFlight.get(hash) === asked) cache.set(hash, key, { start });
      return key;
    });
    inFlight.set(hash, asked);
    try {
      return await asked;
    } finally {
      if (inFlight.get(hash) === asked) inFlight.delete(hash);
    }
  }

  return {
    lookUp: (hash: string, requestId: string): AuthenticatedKey | Promise<AuthenticatedKey | null> =>
      cache.get(hash) ?? inFlight.get(hash) ?? ask(hash, requestId),
    forget(instanceId: string | null): void {
      inFlight.clear();
      for (const [hash, key] of cache.entries()) {
        if (instanceId === null || key.instance_id === instanceId) cache.delete(hash);
      }
    },
  };
}

/** Authentication of customer keys. */
export function makeAuthentication(deps: Deps): Authentication {
  const { bus, failures, onFailure } = deps;
  const { lookUp, forget } = makeLookUp(deps);
  const listening = bus.onHint(keyChanged, ({ instance_id }) => forget(instance_id));

  const refuse = (address: string, hash: string): never => {
    failures.failed(address, hash);
    onFailure();
    throw new AppError('invalid_api_key');
  };
  const accept = (found: AuthenticatedKey | null, claim: Claim, hash: string): AuthenticatedKey => {
    const isTheirs = found !== null && (claim.tenant === null || found.tenant_slug === claim.tenant);
    if (!isTheirs) return refuse(claim.address, hash);
    failures.succeeded(hash);
    return found;
  };

  return {
    authenticateKey(claim) {
      const hash = sha256(claim.key);
      failures.admit(claim.address, hash);
      if (claim.key.length > KEY_MAX_CHARACTERS) return refuse(claim.address, hash);
      const found = lookUp(hash, claim.requestId);
      return found instanceof Promise ? found.then((key) => accept(key, claim, hash)) : accept(found, claim, hash);
    },
    close: () => listening.drain(),
  };
}
