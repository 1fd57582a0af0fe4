import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { answerWithFaults } from '../../../faults/answer-with-faults.ts';
import type { FaultList } from '../../../faults/fault-list.ts';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import type { TiktokAccount, TiktokState } from '../state/tiktok-state.ts';
import { badParam } from './tiktok-answer.ts';
import { authorizeCall } from './token-calls.ts';

export interface TiktokDeps {
  state: TiktokState;
  faults: FaultList;
  app: { id: string; secret: string };
  now: () => number;
}

/** The path prefix of the API. */
export const TIKTOK_API = '/open_api/v1.3';

/** Adds a call on an account; `scope` is the permission that its token needs. */
export function accountRoute<S extends z.ZodType<{ business_id: string }>>(
  app: FastifyInstance,
  deps: TiktokDeps,
  route: {
    method: 'GET' | 'POST';
    path: `/${string}/`;
    scope: string;
    input: S;
    handle: (call: {
      account: TiktokAccount;
      input: z.infer<S>;
      request: FastifyRequest;
    }) => ProviderAnswer | Promise<ProviderAnswer>;
  },
) {
  app.route({
    method: route.method,
    url: TIKTOK_API + route.path,
    handler: answerWithFaults(deps.faults, 'tt', (request) => {
      const given = (route.method === 'GET' ? request.query : request.body) ?? {};
      // safe: read-only look at unknown fields
      const { business_id: businessId } = given as Record<string, unknown>;
      const authorized = authorizeCall(deps.state, request, businessId, route.scope, deps.now());
      if ('refusal' in authorized) return authorized.refusal;
      const input = readInput(route.input, given);
      return 'refusal' in input ? input.refusal : route.handle({ ...authorized, input: input.value, request });
    }),
  });
}

/** The parameters, or TikTok's error for the first wrong one. */
export function readInput<S extends z.ZodType>(
  schema: S,
  given: unknown,
): { value: z.infer<S> } | { refusal: ProviderAnswer } {
  const parsed = schema.safeParse(given);
  if (parsed.success) return { value: parsed.data };
  return { refusal: badParam(parsed.error.issues[0]?.path.join('.') || 'body') };
}
