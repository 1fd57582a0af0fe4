import { timingSafeEqual } from 'node:crypto';
import { type CallContext, memberOf, visitorOf } from '@parley/common/call-context';
import type { ConsoleRole } from '@parley/common/console-roles';
import type { endOtherSessions, endSession, listSessions, signOut } from '@parley/common/contracts/console/my-account';
import type { actAsTenant } from '@parley/common/contracts/console/workspace';
import type { authenticateSession, openOperatorSession } from '@parley/common/contracts/internal/console-session';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import type { Member } from '../domain/member.ts';
import { hashToken, makeToken } from '../domain/one-time-token.ts';
import { expiryOf, IDLE_MS, isOver, isUseStored } from '../domain/session-life.ts';

export interface Session {
  sessionId: string;
  address: string;
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

export interface NewSession extends Session {
  tokenHash: Buffer;
  /** Null: an operator's. */
  memberRow: number | null;
  tenantId: number | null;
  /** Hash of the admin token that opened an operator's session; null: a member's. */
  adminTokenHash: Buffer | null;
}

export interface FoundSession extends Pick<Session, 'sessionId' | 'lastSeenAt' | 'expiresAt'> {
  tenantId: number | null;
  tenantSlug: string | null;
  /** True for a session without a tenant. */
  isTenantActive: boolean;
  memberRow: number | null;
  memberId: string | null;
  role: ConsoleRole;
  adminTokenHash: Buffer | null;
}

/** Sessions of the person of a membership, in all of their workspaces; `memberId` null: those of all operators. */
export interface SessionRows {
  /** Null for a removed member. */
  find(tokenHash: Buffer): Promise<FoundSession | null>;
  insert(session: NewSession): Promise<void>;
  noteUse(session: Pick<FoundSession, 'sessionId' | 'memberRow'>, at: Date): Promise<void>;
  /** Newest first. */
  list(memberId: string | null, count: number): Promise<Session[]>;
  end(memberId: string | null, sessionId: string): Promise<boolean>;
  /** Ends all but the kept one; returns how many. */
  endAll(memberId: string | null, kept: string | null): Promise<number>;
  /** Ends operator sessions that another admin token opened. */
  endOfOtherTokens(adminTokenHash: Buffer): Promise<void>;
  /** Moves a session to another membership of the same person. */
  moveTo(sessionId: string, member: Pick<Member, 'id' | 'tenantId'>): Promise<void>;
  actAs(sessionId: string, tenantId: number | null): Promise<void>;
  /** Deletes a batch; true when there may be more. */
  dropOver(unusedSince: Date): Promise<boolean>;
}

export interface ManageSessionsDeps {
  sessions: SessionRows;
  tenantOf: TenantOf;
  /** Makes every gateway drop a session from its cache, or (null) all of them. */
  publishSessionChanged(sessionId: string | null): void;
  now(): Date;
}

/** Maximum sessions in a list; more exist only where somebody signs in over and over. */
const SHOWN_MAX = 100;
const USER_AGENT_MAX = 300;

/** Writes an audit entry of an action without a session. */
export type RecordVisit = (
  action: string,
  member: Pick<Member, 'memberId' | 'tenantId'> | null,
  context: Pick<CallContext, 'visitor' | 'requestId'>,
) => Promise<void>;

/** The owner of a new session: a member, or an operator who gave the admin token. */
export type SessionOwner = Pick<Member, 'id' | 'memberId' | 'tenantId'> | { adminTokenHash: Buffer };

/**
 * Opens a new session, even if the browser already has one, and returns its token. The audit log records the action.
 */
export type OpenSession = (action: string, owner: SessionOwner, context: CallContext) => Promise<string>;

export interface OpenSessionDeps extends Pick<ManageSessionsDeps, 'sessions' | 'now'> {
  recordVisit: RecordVisit;
}

export function makeOpenSession({ sessions, recordVisit, now }: OpenSessionDeps): OpenSession {
  return async (action, owner, context) => {
    const member = 'memberId' in owner ? owner : null;
    const { address, userAgent } = visitorOf(context);
    const token = makeToken();
    const at = now();
    await recordVisit(action, member, context);
    await sessions.insert({
      sessionId: makeId('ses', at.getTime()),
      tokenHash: hashToken(token),
      memberRow: member?.id ?? null,
      tenantId: member?.tenantId ?? null,
      adminTokenHash: 'memberId' in owner ? null : owner.adminTokenHash,
      address,
      userAgent: userAgent.slice(0, USER_AGENT_MAX),
      createdAt: at,
      lastSeenAt: at,
      expiresAt: expiryOf(at),
    });
    return token;
  };
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** True for sessions of members, and for those opened by the current admin token. */
const isOfToken = ({ adminTokenHash: opener }: FoundSession, inForce: string | null): boolean =>
  opener === null || (inForce !== null && timingSafeEqual(opener, bytesOf(inForce)));

/** Sessions of the console (docs/reference/console.md#sessions). */
export function makeManageSessions(deps: ManageSessionsDeps & { openSession: OpenSession }) {
  const { sessions, tenantOf, publishSessionChanged, openSession, now } = deps;
  return {
    /**
     * Null for a token that is unknown, ended, idle for 7 days or 30 days old, and for one that another admin token
     * opened.
     */
    async authenticate({
      tokenHash,
      adminTokenHash,
    }: InputOf<typeof authenticateSession>): Promise<OutputOf<typeof authenticateSession>> {
      const found = await sessions.find(bytesOf(tokenHash));
      const at = now();
      if (!found || isOver(found, at) || !isOfToken(found, adminTokenHash))
        return { member: null, isTenantActive: true };
      if (isUseStored(found, at)) await sessions.noteUse(found, at);
      const { sessionId, role, memberId, tenantId, tenantSlug, isTenantActive } = found;
      return { member: { sessionId, role, memberId, tenantId, tenantSlug }, isTenantActive };
    },

    async openForOperator(
      input: InputOf<typeof openOperatorSession>,
      context: CallContext,
    ): Promise<OutputOf<typeof openOperatorSession>> {
      const adminTokenHash = bytesOf(input.adminTokenHash);
      await sessions.endOfOtherTokens(adminTokenHash);
      return { sessionToken: await openSession('sign-in-as-operator', { adminTokenHash }, context) };
    },

    async list(context: CallContext): Promise<OutputOf<typeof listSessions>> {
      const { memberId, sessionId } = memberOf(context);
      const at = now();
      const shown = (await sessions.list(memberId, SHOWN_MAX)).filter((session) => !isOver(session, at));
      return {
        items: shown.map((session) => ({
          id: session.sessionId,
          isCurrent: session.sessionId === sessionId,
          address: session.address,
          userAgent: session.userAgent,
          createdAt: session.createdAt.toISOString(),
          lastSeenAt: session.lastSeenAt.toISOString(),
          expiresAt: session.expiresAt.toISOString(),
        })),
      };
    },

    async signOut(context: CallContext): Promise<OutputOf<typeof signOut>> {
      const { memberId, sessionId } = memberOf(context);
      await sessions.end(memberId, sessionId);
      publishSessionChanged(sessionId);
      return { ok: true };
    },

    /** Errors: unknown_sign_in. */
    async end(input: InputOf<typeof endSession>, context: CallContext): Promise<OutputOf<typeof endSession>> {
      if (!(await sessions.end(memberOf(context).memberId, input.sessionId))) throw new AppError('unknown_sign_in');
      publishSessionChanged(input.sessionId);
      return { ok: true };
    },

    async endOthers(context: CallContext): Promise<OutputOf<typeof endOtherSessions>> {
      const { memberId, sessionId } = memberOf(context);
      const ended = await sessions.endAll(memberId, sessionId);
      publishSessionChanged(null);
      return { ended };
    },

    /** Errors: unknown_tenant. */
    async actAs({ slug }: InputOf<typeof actAsTenant>, context: CallContext): Promise<OutputOf<typeof actAsTenant>> {
      const { sessionId } = memberOf(context);
      await sessions.actAs(sessionId, slug === null ? null : await tenantOf(slug));
      publishSessionChanged(sessionId);
      return { ok: true };
    },

    dropOver: (): Promise<boolean> => sessions.dropOver(new Date(now().getTime() - IDLE_MS)),
  };
}
