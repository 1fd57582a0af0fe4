import { createHash } from 'node:crypto';
import type { CallContext, MemberCaller } from '@parley/common/call-context';
import { connectLink } from '@parley/common/contracts/channels/connect-link';
import { liveEvents } from '@parley/common/contracts/console/live-events';
import { me, signOut } from '@parley/common/contracts/console/my-account';
import { signIn } from '@parley/common/contracts/console/sign-in';
import {
  authenticateSession,
  findKeyOfTenant,
  openOperatorSession,
} from '@parley/common/contracts/internal/console-session';
import { createKey, getKey, listKeys, updateKey } from '@parley/common/contracts/operator/keys';
import { AppError } from '@parley/common/errors';
import type { ConsoleRole } from '@parley/common/workspace/console-roles';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { answerAudit, type HeardEntry } from './answer-audit.ts';
import { openEventStream } from './event-stream.ts';
import { KEY_VIEW } from './key-view.ts';
import { type Answer, answerContract, openGateway, type TestGateway } from './open-gateway.ts';

export const TOKEN = 'T'.repeat(43);
/** A gateway with fakes of the services that the console calls; what they recorded is cleared after each test. */
interface ConsoleDesk {
  gateway: TestGateway;
  nowMs: number;
  /** The owner of each session, by its token. */
  sessions: Map<string, MemberCaller>;
  isTenantActive: boolean;
  asked: { name: string; input: Record<string, unknown>; context: CallContext }[];
  audit: HeardEntry[];
  /** How often a session was looked up. */
  lookUps: number;
  /** The newest event of every tenant. */
  happened: string;
}

export const memberOf = (role: ConsoleRole, changes: Partial<MemberCaller> = {}): MemberCaller => ({
  sessionId: `ses_${role}00000000`,
  roles: [role],
  memberId: role === 'operator' ? null : `mem_${role}00000000`,
  tenantId: 1,
  tenantSlug: 'shop',
  ...changes,
});

/** The caller and its origin. */
export interface Asking {
  token?: string | null;
  origin?: string | null;
  headers?: Record<string, string>;
}

export const headersOf = ({ token = TOKEN, origin, headers }: Asking, own: string | null) => ({
  ...(token === null ? {} : { cookie: `parley_session=${token}` }),
  ...((origin === undefined ? own : origin) === null ? {} : { origin: String(origin === undefined ? own : origin) }),
  ...headers,
});
export const pathOf = (name: string, input: object): string =>
  `/console/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
export const codeOf = ({ body }: Answer): string => body.error?.data.error ?? 'done';

function fillDesk(): ConsoleDesk {
  // safe: the hook fills the gateway before a test reads it
  const desk = {
    nowMs: 1_000_000,
    sessions: new Map(),
    isTenantActive: true,
    asked: [],
    audit: [],
    lookUps: 0,
    happened: 'evt_happened000000',
  } as unknown as ConsoleDesk;
  beforeAll(async () => {
    desk.gateway = await openGateway({ nowMs: () => desk.nowMs });
    const { carrier } = desk.gateway;
    answerContract(carrier, authenticateSession, async ({ tokenHash }) => {
      desk.lookUps++;
      for (const [token, member] of desk.sessions)
        if (createHash('sha256').update(token).digest('hex') === tokenHash)
          return { member, isTenantActive: desk.isTenantActive };
      return { member: null, isTenantActive: true };
    });
    answerContract(carrier, findKeyOfTenant, async ({ tenantId }) => ({
      instanceId: tenantId === 1 ? 'ins_oldest00000' : null,
    }));
    answerAudit(carrier, desk.audit);
    answerContract(carrier, signIn, async (input, context) => {
      desk.asked.push({ name: 'sign-in', input, context });
      return { sessionToken: TOKEN };
    });
    answerContract(carrier, openOperatorSession, async (input, context) => {
      desk.asked.push({ name: 'open-operator-session', input, context });
      return { sessionToken: TOKEN };
    });
    answerContract(carrier, signOut, async () => ({ ok: true as const }));
    answerContract(carrier, me, async (_input, context) => ({
      sessionId: context.member?.sessionId ?? '',
      roles: context.member?.roles ?? ['agent'],
      permissions: [],
      member: null,
      workspaces: [],
      tenant: null,
    }));
    answerContract(carrier, getKey, async ({ instanceId }) => {
      if (instanceId !== KEY_VIEW.instanceId) throw new AppError('unknown_key');
      return { ...KEY_VIEW, scheduledMessages: 0 };
    });
    answerContract(carrier, updateKey, async ({ label = KEY_VIEW.label }) => ({ ...KEY_VIEW, label }));
    answerContract(carrier, listKeys, async (input, context) => {
      desk.asked.push({ name: 'list-keys', input, context });
      return { items: [], nextCursor: null };
    });
    answerContract(carrier, connectLink, async (input, context) => {
      desk.asked.push({ name: 'connect-link', input, context });
      return { ok: true as const, channel: input.channel, connectUrl: 'https://x.example', redirectUrl: 'x' };
    });
    answerContract(carrier, liveEvents, async ({ after }, { member }) => {
      const id = `evt_of${member?.tenantId}000000000`;
      const events =
        after === undefined || after === desk.happened
          ? []
          : [
              {
                id: desk.happened,
                event: 'message.received',
                channel: 'wa',
                conversationId: 1,
                createdAt: KEY_VIEW.createdAt,
              },
            ];
      return { isStart: after === undefined, events, nextAfter: events[0]?.id ?? after ?? id, hasMore: false };
    });
    answerContract(carrier, createKey, async (input, context) => {
      desk.asked.push({ name: 'create-key', input, context });
      // The entry was written before the change.
      expect(desk.audit.at(-1)).toMatchObject({ action: 'create-key', outcome: null });
      throw new AppError('unknown_tenant');
    });
  });
  afterAll(() => desk.gateway.stop());
  afterEach(() => {
    desk.sessions.clear();
    desk.isTenantActive = true;
    desk.asked.length = 0;
    desk.audit.length = 0;
    desk.nowMs += 10_000;
  });
  return desk;
}

/** Opens the desk for the tests of a file. */
export function openConsole() {
  const desk = fillDesk();
  return Object.assign(desk, {
    change: (name: string, body: object = {}, asking: Asking = {}): Promise<Answer> =>
      desk.gateway.call('POST', `/console/trpc/${name}`, { body, headers: headersOf(asking, desk.gateway.url) }),
    /** The first answer of a stream; its error is part of the stream. */
    async query(name: string, input: object = {}, asking: Asking = {}): Promise<Answer> {
      const headers = headersOf(asking, null);
      if (name !== liveEvents.name) return desk.gateway.call('GET', pathOf(name, input), { headers });
      const stream = await openEventStream(desk.gateway.url, pathOf(name, input), headers);
      const { event, data } = await stream.next();
      stream.close();
      const body = event === 'serialized-error' ? { error: data } : { result: { data } };
      return { status: body.error?.data.httpStatus ?? 200, headers: {}, text: '', body };
    },
  });
}
