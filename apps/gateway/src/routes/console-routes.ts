import { CONSOLE_CONTRACTS } from '@parley/common/contracts/console/console-contracts';
import type { ErrorCode } from '@parley/common/error-catalogue';
import { AppError } from '@parley/common/errors';
import type { Logger } from '@parley/runtime/logger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthenticateOperator } from '../authentication/authenticate-operator.ts';
import { admitMember, type ConsoleAccess } from '../console/admit-member.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { isStream, makeConsoleRouter } from '../console/console-router.ts';
import type { InboxChanges } from '../console/live/follow-changes.ts';
import { makeFollowEvents } from '../console/live/follow-events.ts';
import type { LiveStreams } from '../console/live/live-streams.ts';
import type { Presence } from '../console/presence/start-presence.ts';
import type { Audited } from '../request-context.ts';
import { makeAnswerCall, readCallInput } from '../trpc/answer-call.ts';
import { routeMethods } from './route-methods.ts';

interface Deps extends ConsoleAccess {
  authenticateOperator: AuthenticateOperator;
  /** Hash of the current admin token; null: there is none. */
  adminTokenHash: string | null;
  audited: Audited;
  logger: Logger;
  streams: LiveStreams;
  presence: Presence;
  changes: InboxChanges;
}

const ENDPOINT = '/console/trpc';
const STREAMS = new Set<string>(CONSOLE_CONTRACTS.filter(isStream).map(({ name }) => name));

const ABSENCES: ReadonlyMap<string, ErrorCode> = new Map(
  CONSOLE_CONTRACTS.flatMap((operation) =>
    'absence' in operation && operation.absence ? [[operation.name, operation.absence]] : [],
  ),
);

const makeContext = (deps: Deps, request: FastifyRequest, reply: FastifyReply): ConsoleContext => ({
  requestId: request.id,
  admit(operation) {
    request.operation = `console.${operation.name}`;
    return admitMember(deps, request, operation);
  },
  async readInput() {
    const input = await readCallInput(request);
    const lastId = request.headers['last-event-id'] ?? input.lastEventId;
    return lastId === undefined || lastId === '' ? input : { ...input, after: lastId };
  },
  checkAdminToken(token) {
    deps.authenticateOperator({ authorization: `Bearer ${token}` }, request.clientAddress);
    if (deps.adminTokenHash === null) throw new AppError('invalid_admin_token');
    return deps.adminTokenHash;
  },
  keepSession: (token) =>
    void reply.header('set-cookie', token === null ? deps.cookie.clear() : deps.cookie.write(token)),
  keepDevice: (secret) => void reply.header('set-cookie', deps.deviceCookie.write(secret)),
});

/** The console's API: tRPC, typed by `ConsoleRouter` of packages/common (docs/reference/console.md#operations). */
export function addConsoleRoutes(app: FastifyInstance, deps: Deps): void {
  const answer = makeAnswerCall({
    endpoint: ENDPOINT,
    router: makeConsoleRouter({
      audited: deps.audited,
      presence: deps.presence,
      followEvents: makeFollowEvents(deps),
    }),
    signalFor: (procedure, reply) => (STREAMS.has(procedure) ? deps.streams.signalFor(reply.raw) : null),
    makeContext: (request, reply) => makeContext(deps, request, reply),
    absenceOf: (procedure) => ABSENCES.get(procedure),
  });
  routeMethods(app, `${ENDPOINT}/:procedure`, { GET: answer, POST: answer }, { operation: 'console' });
}
