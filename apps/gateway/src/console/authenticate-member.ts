import { createHash } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import type { MemberCaller } from '@parley/common/call-context';
import { authenticateSession } from '@parley/common/contracts/internal/console-session';
import { AppError } from '@parley/common/errors';
import { sessionChanged } from '@parley/common/hints';
import type { ReadAdminTokenHash } from '../authentication/authenticate-operator.ts';
import { makeCachedLookUp } from '../authentication/cached-look-up.ts';
import type { FailureLimit } from '../authentication/limit-failures.ts';

/** The owner of a session, and whether the session's tenant is active; true without a tenant. */
export interface SignedIn {
  member: MemberCaller;
  isTenantActive: boolean;
}

export type MemberAuthentication = ReturnType<typeof makeAuthenticateMember>;

interface Deps {
  bus: Pick<BusClient, 'call' | 'onHint'>;
  failures: FailureLimit;
  /** Without a token, no session is the operator's. */
  adminTokenHash: ReadAdminTokenHash;
  nowMs: () => number;
  onFailure: () => void;
}

/**
 * Sessions of the console: a session that ends is refused by every gateway within 1 s
 * (docs/reference/console.md#sessions).
 */
export function makeAuthenticateMember({ bus, failures, adminTokenHash, nowMs, onFailure }: Deps) {
  const { lookUp, forget } = makeCachedLookUp<SignedIn>({
    nowMs,
    async ask(tokenHash, requestId) {
      const { member, isTenantActive } = await bus.call(
        authenticateSession,
        { tokenHash, adminTokenHash: await adminTokenHash() },
        { requestId },
      );
      return member && { member, isTenantActive };
    },
  });
  const listening = bus.onHint(sessionChanged, ({ sessionId }) =>
    forget(({ member }) => sessionId === null || member.sessionId === sessionId),
  );
  return {
    /** The owner of this session. Errors: `not_signed_in`, `rate_limited`, `service_unavailable`. */
    async authenticate({
      token,
      address,
      requestId,
    }: {
      token: string | null;
      address: string;
      requestId: string;
    }): Promise<SignedIn> {
      if (token === null) throw new AppError('not_signed_in');
      const hash = createHash('sha256').update(token).digest('hex');
      failures.admit(address, hash);
      const found = await lookUp(hash, requestId);
      if (found) {
        failures.succeeded(hash);
        return found;
      }
      failures.failed(address, hash);
      onFailure();
      throw new AppError('not_signed_in');
    },
    close: () => listening.drain(),
  };
}
