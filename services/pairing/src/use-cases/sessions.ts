import type { Caller } from '@parley/common/call-context';
import type { createSession } from '@parley/common/contracts/sessions/create-session';
import type { sessionStatus } from '@parley/common/contracts/sessions/session-status';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { deviceIdOf, type LinkedDevice } from '../domain/linked-device.ts';
import { type PairAddress, stageOf } from '../domain/pair-page.ts';
import { isInForce } from '../domain/restriction.ts';
import { countWaiting, secondsToPlace } from '../domain/session-limit.ts';
import { hashToken, makeSessionToken } from '../domain/session-token.ts';
import type { DeviceStore } from '../storage/device-store.ts';
import type { SessionStore } from '../storage/session-store.ts';

/** Lifetime of an unpaired session (docs/reference/sessions.md#creating). */
const SESSION_MS = 3_600_000;

export interface CreateSessionDeps extends SessionStore {
  pages: Pick<PairAddress, 'of'>;
  /** PARLEY_MAX_UNPAIRED_SESSIONS. */
  maxWaiting: number;
  now(): Date;
}

/**
 * Creates a session (docs/reference/sessions.md#creating). Its connection is opened when a code is requested. All tenants share
 * the limited number of connections that wait for a phone, so each tenant has a limited number of unpaired sessions.
 * Errors: too_many_sessions.
 */
export function makeCreateSession({ create, pages, maxWaiting, now }: CreateSessionDeps) {
  return async (
    { tenantId, instanceId }: Caller,
    { label }: InputOf<typeof createSession>,
  ): Promise<OutputOf<typeof createSession>> => {
    const token = makeSessionToken();
    const at = now();
    const expiresAt = new Date(at.getTime() + SESSION_MS);
    const session = { tenantId, instanceId, label, tokenHash: hashToken(token), now: at, expiresAt };
    const id = await create(session, (expiries) => {
      const waiting = countWaiting(expiries, at);
      const seconds = secondsToPlace(waiting, maxWaiting, at);
      if (seconds !== null)
        throw new AppError('too_many_sessions', {
          message: `${waiting.count} sessions of this account wait for a phone; at most ${maxWaiting} may at a time. Link or delete one.`,
          retry_after: seconds,
        });
    });
    return {
      ok: true,
      sessionToken: token,
      accountId: id,
      expiresAt: expiresAt.toISOString(),
      pairUrl: pages.of({ tenantId, id }),
    };
  };
}

export type FindSession = (tenantId: number, token: string) => Promise<LinkedDevice>;

/** The session of a token. Errors: unknown_session. */
export function makeFindSession({ findByToken }: Pick<DeviceStore, 'findByToken'>): FindSession {
  return async (tenantId, token) => {
    const device = await findByToken(tenantId, hashToken(token));
    if (!device) throw new AppError('unknown_session');
    return device;
  };
}

/** The state of a session (docs/reference/sessions.md#states). Errors: unknown_session. */
export function makeSessionStatus(findSession: FindSession, pages: Pick<PairAddress, 'of'>, now: () => Date) {
  return async (
    tenantId: number,
    { sessionToken: token }: InputOf<typeof sessionStatus>,
  ): Promise<OutputOf<typeof sessionStatus>> => {
    const device = await findSession(tenantId, token);
    const { id, label, phone, state, restriction } = device;
    // The sweep will store this status soon.
    const isRestricted = restriction !== null && state.isPaired && isInForce(restriction, now());
    const isOver = !state.isPaired && state.status === 'created' && state.expiresAt <= now();
    return {
      ok: true,
      accountId: id,
      label,
      status: isOver ? 'expired' : state.status,
      since: (isOver ? state.expiresAt : state.since).toISOString(),
      phone,
      reason: isOver ? null : (state.reason ?? (isRestricted ? restriction.name : null)),
      pairUrl: stageOf(device, now()) === 'open' ? pages.of(device) : null,
    };
  };
}

/** The device to remove, by token or id. Errors: not_connected. */
export function makeFindForRemoval({ findByToken, find }: Pick<DeviceStore, 'findByToken' | 'find'>) {
  return async (tenantId: number, given: { sessionToken?: string | undefined; id?: string | undefined }) => {
    const id = given.id === undefined ? null : deviceIdOf(given.id);
    const device =
      given.sessionToken !== undefined
        ? await findByToken(tenantId, hashToken(given.sessionToken))
        : id === null
          ? null
          : await find(tenantId, id);
    if (!device) throw new AppError('not_connected');
    return device;
  };
}
export type FindForRemoval = ReturnType<typeof makeFindForRemoval>;
