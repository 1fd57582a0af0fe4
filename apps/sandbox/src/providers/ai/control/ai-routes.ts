import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AiState } from '../state/ai-state.ts';
import { AI_PROVIDERS } from '../state/asked.ts';
import { KEY_BEHAVIOURS, type KnownKey } from '../state/key-behaviours.ts';

/** Body of PUT /sandbox/ai/keys. */
export const AiKeyInput = z.object({
  provider: z.enum(AI_PROVIDERS),
  key: z.string().min(1).max(1024),
  behaviour: z.enum(KEY_BEHAVIOURS),
  /** Number of calls; unlimited when absent. */
  count: z.int().min(1).max(1_000_000).optional(),
  retry_after_ms: z.int().min(0).max(86_400_000).optional(),
  location: z.url().optional(),
});
/** Body of POST /sandbox/ai/rules, and element of the body of PUT. */
export const AiRuleInput = z
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
/** Query of GET /sandbox/ai/asked. */
export const AskedQuery = z.object({
  provider: z.enum(AI_PROVIDERS).optional(),
  key: z.string().optional(),
  since: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(0).max(2000).default(200),
});

const showKey = ({ provider, key, behaviour, requests, tokens }: KnownKey) => ({
  provider,
  key,
  behaviour,
  requests,
  tokens,
});

/** Controls the emulated providers of language models (docs/operations/sandbox.md#ai-providers). */
export function aiRoutes(app: FastifyInstance, { ai }: { ai: AiState }): void {
  app.put('/sandbox/ai/keys', async (request) => {
    const { provider, key, behaviour, count, retry_after_ms, location } = AiKeyInput.parse(request.body);
    const given = { behaviour, retryAfterMs: retry_after_ms ?? null, location: location ?? null };
    return { ok: true, key: showKey(ai.keys.behave(provider, key, given, count)) };
  });
  app.get('/sandbox/ai/keys', async () => ({ ok: true, keys: ai.keys.list().map(showKey) }));
  app.post('/sandbox/ai/rules', async (request) => {
    ai.addRule(AiRuleInput.parse(request.body));
    return { ok: true };
  });
  app.put('/sandbox/ai/rules', async (request) => {
    ai.setRules(z.object({ rules: z.array(AiRuleInput).max(1000) }).parse(request.body).rules);
    return { ok: true };
  });
  app.get('/sandbox/ai/asked', async (request) => {
    const { provider, key, since, limit } = AskedQuery.parse(request.query);
    const found = ai.asked
      .since(since, Number.POSITIVE_INFINITY)
      .filter(({ entry }) => (provider ?? entry.provider) === entry.provider && (key ?? entry.key) === entry.key)
      .slice(0, limit);
    return { ok: true, total: ai.asked.total(), asked: found.map(({ seq, entry }) => ({ seq, ...entry })) };
  });
}
