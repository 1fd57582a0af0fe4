import type { Carrier } from '@parley/bus/carriers/carrier';
import { z } from 'zod';
import type { LocalCounter } from './count-locally.ts';
import type { WindowVerdict } from './window-log.ts';

/** After this time a request is counted without the owner of its key. */
const ANSWER_WITHIN_MS = 50;

const Question = z.union([
  z.object({ take: z.object({ key: z.string(), limit: z.int().min(1) }) }),
  z.object({ absorb: z.object({ key: z.string(), agesMs: z.array(z.number().min(0)) }) }),
]);
type Question = z.infer<typeof Question>;

const Verdict = z.object({ allowed: z.boolean(), remaining: z.number(), resetMs: z.number() });

const subjectOf = (gatewayId: string): string => `rpc.gateway.${gatewayId}.rate`;

/** Messages between gateways about request counts. */
export type PeerLine = ReturnType<typeof openPeerLine>;

function answerQuestion(counter: LocalCounter, payload: string): string {
  const question = Question.parse(JSON.parse(payload));
  if ('take' in question) return JSON.stringify(counter.take(question.take.key, question.take.limit));
  counter.absorb(question.absorb.key, question.absorb.agesMs);
  return '{}';
}

/** Serves questions on a subject of this gateway: each question is for exactly one gateway. */
export function openPeerLine(carrier: Carrier, self: string, counter: LocalCounter) {
  const ask = (gatewayId: string, question: Question): Promise<string> =>
    carrier.request(subjectOf(gatewayId), JSON.stringify(question), ANSWER_WITHIN_MS);
  const subscription = carrier.serve(subjectOf(self), 'rate', async (payload) => {
    try {
      return answerQuestion(counter, payload);
    } catch (error) {
      return JSON.stringify({ error: String(error) });
    }
  });
  return {
    /** Counts a request at another gateway; rejects when that gateway does not respond at once. */
    count: async (gatewayId: string, take: { key: string; limit: number }): Promise<WindowVerdict> =>
      Verdict.parse(JSON.parse(await ask(gatewayId, { take }))),
    /** Sends another gateway the ages of the requests counted here for a key. */
    async absorb(gatewayId: string, absorb: { key: string; agesMs: number[] }) {
      await ask(gatewayId, { absorb });
    },
    close: () => subscription.drain(),
  };
}
