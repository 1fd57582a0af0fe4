import { createHash } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import { type AuthenticatedKey, authenticate } from '@parley/common/contracts/internal/authenticate';
import { AppError } from '@parley/common/errors';
import { keyChanged } from '@parley/common/hints';
import { makeCachedLookUp } from './cached-look-up.ts';
import type { FailureLimit } from './limit-failures.ts';

const KEY_MAX_CHARACTERS = 512;

/** The key and tenant that a request claims. */
export interface Claim {
  key: string;
  /** Slug in the path; null if the path names no tenant, so that the key alone determines it. */
  tenant: string | null;
  /** Remote address of the connection. */
  address: string;
  requestId: string;
}

export type Authentication = ReturnType<typeof makeAuthentication>;

interface Deps {
  bus: Pick<BusClient, 'call' | 'onHint'>;
  failures: FailureLimit;
  nowMs: () => number;
  onFailure: () => void;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function makeAuthentication(deps: Deps) {
  const { bus, failures, onFailure } = deps;
  const { lookUp, forget } = makeCachedLookUp<AuthenticatedKey>({
    nowMs: deps.nowMs,
    ask: async (hash, requestId) => (await bus.call(authenticate, { keyHash: hash }, { requestId })).key,
  });
  const listening = bus.onHint(keyChanged, ({ instanceId }) =>
    forget((key) => instanceId === null || key.instanceId === instanceId),
  );

  const refuse = (address: string, hash: string): never => {
    failures.failed(address, hash);
    onFailure();
    throw new AppError('invalid_api_key');
  };
  const accept = (found: AuthenticatedKey | null, claim: Claim, hash: string): AuthenticatedKey => {
    const isTheirs = found !== null && (claim.tenant === null || found.tenantSlug === claim.tenant);
    if (!isTheirs) return refuse(claim.address, hash);
    failures.succeeded(hash);
    return found;
  };

  return {
    /**
     * The key's record, or `invalid_api_key`, `rate_limited`, `service_unavailable`
     * (docs/reference/requests.md#order-of-the-checks).
     */
    authenticateKey(claim: Claim): AuthenticatedKey | Promise<AuthenticatedKey> {
      const hash = sha256(claim.key);
      failures.admit(claim.address, hash);
      if (claim.key.length > KEY_MAX_CHARACTERS) return refuse(claim.address, hash);
      const found = lookUp(hash, claim.requestId);
      return found instanceof Promise ? found.then((key) => accept(key, claim, hash)) : accept(found, claim, hash);
    },
    close: () => listening.drain(),
  };
}
