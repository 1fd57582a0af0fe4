import { z } from 'zod';
import { defineControl, nothing } from '../../../control/define-control.ts';
import { AI_PROVIDERS, type AskedEntry } from '../state/asked.ts';
import { KEY_BEHAVIOURS, type KnownKey } from '../state/key-behaviours.ts';

const KeyInput = z.object({
  provider: z.enum(AI_PROVIDERS),
  key: z.string().min(1).max(1024),
  behaviour: z.enum(KEY_BEHAVIOURS),
  /** Number of calls; unlimited when absent. */
  count: z.int().min(1).max(1_000_000).optional(),
  retry_after_ms: z.int().min(0).max(86_400_000).optional(),
  location: z.url().optional(),
});
const Rule = z
  .object({
    contains: z.string().max(10_000),
    answer: z.union([z.string().max(100_000), z.array(z.string().max(100_000)).max(20)]).optional(),
    tool: z
      .object({ name: z.string().min(1).max(64), arguments: z.record(z.string(), z.unknown()).default({}) })
      .optional(),
    cached_tokens: z.int().min(0).max(1_000_000).default(0),
    reasoning_tokens: z.int().min(0).max(1_000_000).default(0),
  })
  .transform(({ contains, answer = null, tool = null, cached_tokens, reasoning_tokens }) => ({
    contains,
    answer,
    tool,
    cachedTokens: cached_tokens,
    reasoningTokens: reasoning_tokens,
  }));
const AskedQuery = z.object({
  provider: z.enum(AI_PROVIDERS).optional(),
  key: z.string().optional(),
  since: z.coerce.number<number>().int().min(0).default(0),
  limit: z.coerce.number<number>().int().min(0).max(2000).default(200),
});

/** A key as the sandbox shows it. */
export type ShownAiKey = Pick<KnownKey, 'provider' | 'key' | 'behaviour' | 'requests' | 'tokens'>;
/** A call to a model, with its sequence number. */
export type Asked = AskedEntry & { seq: number };

/** The providers of language models (docs/operations/sandbox.md#ai-providers). */
export const AI_CONTROLS = {
  /** Sets how calls with a key are answered from now on. */
  behave: defineControl({
    method: 'PUT',
    path: '/ai/keys',
    input: KeyInput,
    output: ({ key }: { key: ShownAiKey }) => key,
  }),
  keys: defineControl({ method: 'GET', path: '/ai/keys', output: ({ keys }: { keys: ShownAiKey[] }) => keys }),
  /** Adds an answer of the model; of several matching rules, the newest wins. */
  answer: defineControl({ method: 'POST', path: '/ai/rules', input: Rule, output: nothing }),
  /** Replaces all rules. */
  setAnswers: defineControl({
    method: 'PUT',
    path: '/ai/rules',
    input: z.object({ rules: z.array(Rule).max(1000) }),
    fields: ['rules'],
    output: nothing,
  }),
  /** The calls to the models, oldest first. */
  asked: defineControl({
    method: 'GET',
    path: '/ai/asked',
    input: AskedQuery,
    output: ({ asked }: { total: number; asked: Asked[] }) => asked,
  }),
};
