import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AI_PROVIDERS, type AiProvider } from './ai-port.ts';
import { classifyAnswer } from './classify-answer.ts';

const folder = (provider: AiProvider): URL => new URL(`../../fixtures/${provider}/`, import.meta.url);
const textOf = (provider: AiProvider, name: string): string =>
  readFileSync(new URL(`api-error-${name}.json`, folder(provider)), 'utf8');

type Row = [name: string, kind: string, code: string | null, delayMs?: number];

/** The meaning of each published error. The status is the number in the name. */
const TABLE: Readonly<Record<AiProvider, readonly Row[]>> = {
  openai: [
    ['400-context-length', 'too_large', 'context_length_exceeded'],
    ['400-invalid-prompt', 'refusal', 'invalid_prompt'],
    ['401-invalid-key', 'refused_key', 'invalid_api_key'],
    ['404-model', 'invalid_request', 'model_not_found'],
    ['429-credit-balance', 'out_of_money', 'credit_balance_exhausted'],
    ['429-insufficient-quota', 'out_of_money', 'insufficient_quota'],
    ['429-rate-limit', 'rate_limited', 'rate_limit_exceeded', 7000],
    ['429-slow-down', 'rate_limited', 'slow_down', 7000],
    ['429-spend-limit', 'out_of_money', 'project_spend_limit_exceeded'],
    ['503-overloaded', 'overloaded', 'server_is_overloaded', 7000],
  ],
  anthropic: [
    ['400-credit-balance', 'out_of_money', 'invalid_request_error'],
    ['400-own-limit', 'out_of_money', 'invalid_request_error'],
    ['400-prompt-too-long', 'too_large', 'invalid_request_error'],
    ['400-workspace-limit', 'out_of_money', 'invalid_request_error'],
    ['401-invalid-key', 'refused_key', 'authentication_error'],
    ['402-billing', 'out_of_money', 'billing_error'],
    ['403-permission', 'refused_key', 'permission_error'],
    ['404-model', 'invalid_request', 'not_found_error'],
    ['413-request-too-large', 'too_large', 'request_too_large'],
    ['429-rate-limit', 'rate_limited', 'rate_limit_error', 7000],
    ['429-tier-cap', 'out_of_money', 'enforced_spend_limit_reached'],
    ['500-api', 'overloaded', 'api_error', 7000],
    ['529-overloaded', 'overloaded', 'overloaded_error', 7000],
  ],
  google: [
    ['400-billing', 'out_of_money', 'FAILED_PRECONDITION'],
    ['400-invalid-key', 'refused_key', 'API_KEY_INVALID'],
    ['400-location', 'refused_key', 'FAILED_PRECONDITION'],
    ['400-too-long', 'too_large', 'INVALID_ARGUMENT'],
    ['402-prepay-depleted', 'out_of_money', 'RESOURCE_EXHAUSTED'],
    ['403-permission', 'refused_key', 'PERMISSION_DENIED'],
    ['404-model', 'invalid_request', 'NOT_FOUND'],
    ['429-bare', 'rate_limited', 'RESOURCE_EXHAUSTED', 7000],
    ['429-per-day', 'out_of_money', 'RESOURCE_EXHAUSTED'],
    ['429-per-minute', 'rate_limited', 'RESOURCE_EXHAUSTED', 34_400],
    ['503-overloaded', 'overloaded', 'UNAVAILABLE', 7000],
    ['504-deadline', 'timeout', 'DEADLINE_EXCEEDED'],
  ],
};

describe.each(AI_PROVIDERS)('published errors of %s', (provider) => {
  it('are all in the table', () => {
    const names = readdirSync(folder(provider))
      .filter((name) => name.startsWith('api-error-'))
      .map((name) => name.replace(/^api-error-|\.json$/g, ''));
    expect(TABLE[provider].map(([name]) => name)).toEqual(names.sort());
  });

  it.each(TABLE[provider])('%s is %s', (name, kind, code, delayMs) => {
    const status = Number(name.slice(0, 3));
    const answer = { status, headers: { 'retry-after': '7' }, text: textOf(provider, name) };
    expect(classifyAnswer(provider, answer)).toEqual({ kind, status, code, retryAfterMs: delayMs ?? null });
  });
});

/** An answer that is not the provider's own: by a proxy, or by another server at the base URL. */
const page = (status: number, headers: Record<string, string> = {}) => ({ status, headers, text: '<html>No</html>' });

describe('an answer without the provider’s error body', () => {
  it.each([
    [200, 'invalid_answer'],
    [204, 'invalid_answer'],
    [302, 'invalid_answer'],
    [400, 'invalid_request'],
    [401, 'refused_key'],
    [402, 'out_of_money'],
    [403, 'invalid_answer'],
    [404, 'invalid_request'],
    [408, 'timeout'],
    [409, 'overloaded'],
    [413, 'too_large'],
    [429, 'rate_limited'],
    [500, 'overloaded'],
    [502, 'overloaded'],
    [503, 'overloaded'],
    [504, 'timeout'],
    [529, 'overloaded'],
    [999, 'overloaded'],
  ])('%i is %s, whichever provider it is', (status, kind) => {
    for (const provider of AI_PROVIDERS)
      expect(classifyAnswer(provider, page(status))).toMatchObject({ kind, code: null });
  });
});

describe('the delay', () => {
  const delayOf = (headers: Record<string, string>, status = 429) =>
    classifyAnswer('openai', page(status, headers)).retryAfterMs;

  it.each([
    [{ 'retry-after-ms': '1234', 'retry-after': '2' }, 1234],
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': '1.5' }, 1500],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after-ms': '-5' }, null],
    [{ 'retry-after': '999999999' }, 24 * 3600 * 1000],
    [{}, null],
  ])('of %o is %s ms', (headers, expected) => {
    expect(delayOf(headers)).toBe(expected);
  });

  it('is read only for errors that can be retried later', () => {
    expect(delayOf({ 'retry-after': '2' }, 401)).toBeNull();
    expect(delayOf({ 'retry-after': '2' }, 402)).toBeNull();
  });

  it.each(['1e9s', '-3s', '26', 'PT26S', `${'9'.repeat(20)}s`])('of Google’s %s is none', (retryDelay) => {
    const text = JSON.stringify({ error: { status: 'UNAVAILABLE', message: '', details: [{ retryDelay }] } });
    expect(classifyAnswer('google', { status: 503, headers: {}, text }).retryAfterMs).toBeNull();
  });
});

it('reports no unknown code: the server at a base URL could put a key there', () => {
  const openai = JSON.stringify({ error: { type: 'sk-secret', code: 'sk-secret', message: 'sk-secret' } });
  const anthropic = JSON.stringify({ error: { type: 'sk-secret', message: 'sk-secret' } });
  const google = JSON.stringify({ error: { status: 'sk-secret', message: '', details: [{ reason: 'sk-secret' }] } });
  for (const [provider, text] of [
    ['openai', openai],
    ['anthropic', anthropic],
    ['google', google],
  ] as const)
    expect(classifyAnswer(provider, { status: 400, headers: {}, text })).toEqual({
      kind: 'invalid_request',
      status: 400,
      code: null,
      retryAfterMs: null,
    });
});

it.each([
  'null',
  '[]',
  '"x"',
  '{"error":null}',
  '{"error":{"message":1,"details":"x","code":{}}}',
  `${'['.repeat(100_000)}`,
])('reads any body without throwing: %.40s', (text) => {
  for (const provider of AI_PROVIDERS)
    expect(classifyAnswer(provider, { status: 500, headers: {}, text }).kind).toBe('overloaded');
});
