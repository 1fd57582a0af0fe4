import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { createSession as contract } from '@parley/common/contracts/sessions/create-session';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { publicUrlOf } from '@parley/runtime/environment';
import { pairUrlOf } from '../pages/pair-page.rules.ts';
import { readAllowedProxy } from '../proxies/proxy.steps.ts';
import { sealProxy } from '../proxies/proxy.store.ts';
import type { PairingService } from '../service.ts';
import { countWaiting, hashToken, makeSessionToken, secondsToPlace } from './session.rules.ts';
import { insertSession, listExpiries, lockSessions } from './session.store.ts';

type Output = OutputOf<typeof contract>;

/** Lifetime of an unpaired session (docs/reference/sessions.md#creating). */
const SESSION_MS = 3_600_000;

/**
 * Creates a session (docs/reference/sessions.md#creating). Its connection is opened when a code is requested. All
 * tenants share the limited number of connections that wait for a phone, so each tenant has a limited number of
 * unpaired sessions. Errors: invalid_proxy, too_many_sessions.
 */
export const createSession = verb(
  contract,
  async (service: PairingService, { label, historyDays = 0, proxy: given = null }, context) => {
    return withIdempotencyKey(service.answers, contract, context, async (): Promise<Output> => {
      const { environment, cipher } = service;
      const { tenantId, instanceId } = callerOf(context);
      const allowed = given === null ? null : await readAllowedProxy(service, given, tenantId);
      const proxy = allowed && sealProxy(cipher, allowed);
      const token = makeSessionToken();
      const now = service.now();
      const expiresAt = new Date(now.getTime() + SESSION_MS);
      const session = { tenantId, instanceId, label, historyDays, proxy, tokenHash: hashToken(token), now, expiresAt };
      const id = await service.database.prismaTransaction(async ({ prisma, sql }) => {
        await lockSessions(sql, tenantId);
        requirePlace(await listExpiries(prisma, tenantId), environment.PARLEY_MAX_UNPAIRED_SESSIONS, now);
        return insertSession(prisma, session);
      });
      return {
        ok: true,
        sessionToken: token,
        accountId: id,
        expiresAt: expiresAt.toISOString(),
        pairUrl: pairUrlOf(publicUrlOf(environment), cipher, { tenantId, id }),
      };
    });
  },
);

function requirePlace(expiries: readonly Date[], max: number, now: Date): void {
  const waiting = countWaiting(expiries, now);
  const seconds = secondsToPlace(waiting, max, now);
  if (seconds !== null)
    throw new AppError('too_many_sessions', {
      message: `${waiting.count} sessions of this account wait for a phone; at most ${max} may at a time. Link or delete one.`,
      retry_after: seconds,
    });
}
