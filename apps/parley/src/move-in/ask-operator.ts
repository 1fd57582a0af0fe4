import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { OperatorClient } from '../command-line/operator-client.ts';

const Problem = z.looseObject({ error: z.string(), message: z.string().default('') });

export type Endpoint = Parameters<OperatorClient['call']>[0];

/** Calls the operator API. Throws an error with the answer's message. */
export async function ask<T>(
  client: OperatorClient,
  contract: Endpoint,
  input: Record<string, unknown>,
  form: z.ZodType<T>,
): Promise<T> {
  const { status, body } = await client.call(contract, input);
  if (status < 400) return form.parse(body);
  const problem = Problem.safeParse(body).data;
  throw new Error(problem ? `${problem.error}: ${problem.message}` : `The operator API answers ${status}.`);
}

const MAX_TRIES = 8;
const FIRST_WAIT_MS = 500;
/** Answers after which the same call can succeed. */
const isMomentary = (status: number): boolean => status === 429 || status === 503 || status === 504;

/** A client whose calls are repeated while Parley is busy or restarts; only for calls that can be repeated. */
export function patient(client: OperatorClient, firstWaitMs = FIRST_WAIT_MS): OperatorClient {
  return {
    async call(contract, input) {
      for (let tries = 1; ; tries++) {
        const answer = await client.call(contract, input);
        if (!isMomentary(answer.status) || tries === MAX_TRIES) return answer;
        await pause(firstWaitMs * 2 ** (tries - 1));
      }
    },
  };
}

const Page = z.object({ items: z.array(z.unknown()), next_cursor: z.string().nullable().optional() });

/** Every item of a list. */
export async function askAll<T>(
  client: OperatorClient,
  contract: Endpoint,
  input: Record<string, unknown>,
  form: z.ZodType<T>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await ask(client, contract, { ...input, ...(cursor ? { cursor } : {}) }, Page);
    items.push(...page.items.map((item) => form.parse(item)));
    cursor = page.next_cursor;
  } while (cursor);
  return items;
}
