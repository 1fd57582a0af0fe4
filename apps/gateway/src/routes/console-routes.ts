import { CONSOLE_CONTRACTS } from '@parley/common/contracts/console/console-contracts';
import type { ConsoleProcedures, ConsoleRouter } from '@parley/common/contracts/console/console-router';
import { liveEvents } from '@parley/common/contracts/console/live-events';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type MemberAccess, makeMember } from '../callers/member.ts';
import { type MemberAnswersAccess, makeMemberAnswers } from '../callers/member-answers.ts';
import { type ConsoleOperation, makeMemberOperation, traitsOf } from '../callers/member-operation.ts';
import type { LiveStreams } from '../console/live/live-streams.ts';
import { makeRun } from '../pipeline/answer-request.ts';
import { makeAnswerCall } from '../trpc/answer-call.ts';
import { makeRouter, type TrpcContext } from '../trpc/make-router.ts';
import { routeMethods } from './route-methods.ts';

interface Access extends MemberAccess, Omit<MemberAnswersAccess, 'admitAgain'> {
  streams: LiveStreams;
}

const ENDPOINT = '/console/trpc';
const OPERATIONS: readonly ConsoleOperation[] = CONSOLE_CONTRACTS;
const TRAITS: ReadonlyMap<string, ReturnType<typeof traitsOf>> = new Map(
  OPERATIONS.map((operation) => [operation.name, traitsOf(operation)]),
);
const STREAM = makeMemberOperation(liveEvents);

/** The console's API: tRPC, typed by `ConsoleRouter` of packages/common (docs/reference/console.md#operations). */
export function addConsoleRoutes(app: FastifyInstance, access: Access): void {
  const member = makeMember(access);
  const admitAgain = async (request: FastifyRequest) =>
    member.admit(request, STREAM, await member.authenticate(request, STREAM));
  const answers = makeMemberAnswers({ ...access, admitAgain });
  const router: ConsoleRouter<TrpcContext> = makeRouter<ConsoleProcedures>(
    OPERATIONS.map((operation) => {
      const perform = answers.get(operation.name);
      const run = makeRun(member, { ...makeMemberOperation(operation), ...(perform ? { perform } : {}) });
      const { isStream = false } = traitsOf(operation);
      return { name: operation.name, method: operation.method, isStream, run };
    }),
  );
  const answer = makeAnswerCall({
    endpoint: ENDPOINT,
    router,
    signalFor: (name, reply) => (TRAITS.get(name)?.isStream ? access.streams.signalFor(reply.raw) : null),
    absenceOf: (name) => TRAITS.get(name)?.absence,
  });
  routeMethods(app, `${ENDPOINT}/:procedure`, { GET: answer, POST: answer }, { operation: 'console' });
}
