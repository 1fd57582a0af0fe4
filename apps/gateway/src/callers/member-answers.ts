import { casingOf } from '@parley/common/casing/contract-casing';
import { liveEvents } from '@parley/common/contracts/console/live-events';
import { reportPresence } from '@parley/common/contracts/console/presence';
import { signInAsOperator } from '@parley/common/contracts/console/sign-in';
import { openOperatorSession } from '@parley/common/contracts/internal/console-session';
import { sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import type { Contract, WireInputOf, WireOutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { FastifyRequest } from 'fastify';
import type { AuthenticateOperator, ReadAdminTokenHash } from '../authentication/authenticate-operator.ts';
import type { FollowEvents } from '../console/live/follow-events.ts';
import type { Presence } from '../console/presence/start-presence.ts';
import { callService } from '../pipeline/call-service.ts';
import type { OpenStream } from '../pipeline/open-stream.ts';
import type { Perform } from '../pipeline/operation.ts';
import type { RequestContext } from '../pipeline/request-context.ts';

export interface MemberAnswersAccess {
  presence: Pick<Presence, 'report' | 'noteAnswer'>;
  followEvents: FollowEvents;
  /** Checks the session of a request for `live-events` again; returns its context. */
  admitAgain(request: FastifyRequest): Promise<RequestContext>;
  authenticateOperator: AuthenticateOperator;
  adminTokenHash: ReadAdminTokenHash;
}

type Answer<C extends Contract> = (
  input: WireInputOf<C>,
  context: RequestContext,
  request: FastifyRequest,
) => Promise<WireOutputOf<C> | OpenStream>;

const answering = <C extends Contract>(contract: C, answer: Answer<C>): [string, Perform] => [
  contract.name,
  // safe: the pipeline parsed the input by this contract
  answer as Perform,
];

/** Returns the hash of the admin token, to which the session is bound. Errors: invalid_admin_token, rate_limited. */
async function checkAdminToken(
  access: MemberAnswersAccess,
  token: string,
  { clientAddress }: FastifyRequest,
): Promise<string> {
  access.authenticateOperator({ authorization: `Bearer ${token}` }, clientAddress);
  const hash = await access.adminTokenHash();
  if (hash === null) throw new AppError('invalid_admin_token');
  return hash;
}

/**
 * The console's operations that the gateway handles itself, or for which it does more than call their service, by name.
 */
export function makeMemberAnswers(access: MemberAnswersAccess): ReadonlyMap<string, Perform> {
  const { presence, followEvents, admitAgain } = access;
  return new Map([
    answering(reportPresence, (input, context) => presence.report(input, context)),
    // The admin token stays here.
    answering(signInAsOperator, async (input, context, request) => {
      const adminTokenHash = await checkAdminToken(access, input.admin_token, request);
      const { sessionToken } = await callService(openOperatorSession, { adminTokenHash }, context);
      return { session_token: sessionToken };
    }),
    answering(sendFromDashboard, async (input, context) => {
      const output = await callService(sendFromDashboard, input, context);
      presence.noteAnswer(input.id, context);
      return output;
    }),
    answering(
      liveEvents,
      async (input, context, request) => (signal) =>
        followEvents({
          input: casingOf(liveEvents).toBus(input),
          request: context,
          admitAgain: () => admitAgain(request),
          signal,
        }),
    ),
  ]);
}
