import type { AiErrorKind } from '@parley/providers/ai/ai-error';
import type { AiAccount, AiProvider, AiRequest } from '@parley/providers/ai/ai-port';
import { makeGenerate } from '@parley/providers/ai/generate';
import type { Asked, SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { type Sandbox, startSandbox } from '@parley/sandbox/start-sandbox';
import { makeScriptedAi } from '@parley/testing/servers/scripted-ai';
import { Agent } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AiWorld, aiConformance, type SeenRequest } from './ai-conformance.ts';

const dispatcher = new Agent();
let sandbox: Sandbox;
let driver: SandboxDriver;
beforeAll(async () => {
  sandbox = await startSandbox({ metaAppSecret: 'secret', metaVerifyToken: 'verify' });
  ({ driver } = sandbox);
});
afterAll(async () => {
  await sandbox.close();
  await dispatcher.destroy();
});
beforeEach(() => driver.reset());

const KEY = 'sk-test-0123456789';
const BEHAVIOURS = {
  refused_key: 'dead',
  out_of_money: 'out_of_money',
  rate_limited: 'rate_limited',
  overloaded: 'overloaded',
  refusal: 'refuses',
  empty: 'empty',
  too_large: 'huge',
  invalid_answer: 'invalid_arguments',
} as const;
const isKnown = (kind: AiErrorKind): kind is keyof typeof BEHAVIOURS => kind in BEHAVIOURS;

const asSeen = ({ key, model, system, messages, tools, max_output_tokens }: Asked): SeenRequest => ({
  key,
  model,
  system,
  messages: messages.map(({ role, text }) => ({ role, text })),
  files: messages.flatMap(({ files }) => files),
  tools,
  maxOutputTokens: max_output_tokens,
});

type Format = readonly [provider: AiProvider, openaiApi: AiAccount['openaiApi'], path: string];
const FORMATS: readonly Format[] = [
  ['openai', 'responses', '/v1'],
  ['openai', 'chat_completions', '/v1'],
  ['anthropic', undefined, '/v1'],
  ['google', undefined, '/v1beta'],
];

const accountOf = ([provider, openaiApi, path]: Format): AiWorld['account'] => ({
  provider,
  apiKey: KEY,
  baseUrl: `${sandbox.url}${path}`,
  ...(openaiApi === undefined ? {} : { openaiApi }),
});

describe.each(FORMATS)('%s %s', (...format) => {
  const [provider] = format;
  aiConformance(() => ({
    generate: makeGenerate({ dispatcher }),
    account: accountOf(format),
    answer: (rule) => driver.ai.answer(rule),
    async fail(kind, retry_after_ms) {
      if (!isKnown(kind)) throw new Error(`The sandbox has no ${kind}.`);
      const behaviour = BEHAVIOURS[kind];
      await driver.ai.behave({
        provider,
        key: KEY,
        behaviour,
        count: 1,
        ...(retry_after_ms ? { retry_after_ms } : {}),
      });
    },
    hold: async () => void (await driver.ai.behave({ provider, key: KEY, behaviour: 'held' })),
    seen: async () => (await driver.ai.asked({ provider, key: KEY })).map(asSeen),
  }));

  const ask = (more: Partial<AiRequest> = {}) =>
    makeGenerate({ dispatcher })({
      ...accountOf(format),
      model: 'model-1',
      system: 'You are a bot.',
      messages: [{ role: 'customer', parts: [{ type: 'text', text: 'hello' }] }],
      tools: [],
      maxOutputTokens: 300,
      timeoutMs: 20_000,
      ...more,
    });

  it('reports cached and reasoning tokens, and returns reasoning with a tool’s result', async () => {
    const tool = { name: 'look', arguments: {} };
    await driver.ai.answer({ contains: 'hello', tool, answer: 'Done.', cached_tokens: 1, reasoning_tokens: 9 });
    const tools = [{ name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } }];
    const first = await ask({ tools });
    expect(first.usage).toMatchObject({ cachedInputTokens: 1, reasoningTokens: 9 });
    expect(first.usage?.outputTokens).toBeGreaterThan(9);
    const results = first.toolCalls.map(({ callId, name }) => ({ callId, name, output: 'seen' }));
    const messages = [
      { role: 'customer' as const, parts: [{ type: 'text' as const, text: 'hello' }] },
      { role: 'turn' as const, turn: first.turn, results },
    ];
    expect((await ask({ tools, messages })).text).toBe('Done.');
  });

  it('reads at most 1 MiB of an answer that never ends', async () => {
    await driver.ai.behave({ provider, key: KEY, behaviour: 'endless' });
    await expect(ask()).rejects.toMatchObject({ kind: 'too_large' });
  });

  it('stops waiting for an answer that never comes at the timeout', async () => {
    await driver.ai.behave({ provider, key: KEY, behaviour: 'silent' });
    await expect(ask({ timeoutMs: 100 })).rejects.toMatchObject({ kind: 'timeout', status: null });
  });

  it('follows no redirect', async () => {
    await driver.ai.behave({ provider, key: KEY, behaviour: 'redirect', location: `${sandbox.url}/sandbox/state` });
    await expect(ask()).rejects.toMatchObject({ kind: 'invalid_answer', status: 307 });
  });

  it('recognizes a page that is not an answer', async () => {
    await driver.ai.behave({ provider, key: KEY, behaviour: 'not_json' });
    await expect(ask()).rejects.toMatchObject({ kind: 'invalid_answer', status: 200 });
  });

  it('reports the account’s own spend limit as out of money', async () => {
    await driver.ai.behave({ provider, key: KEY, behaviour: 'over_own_limit' });
    await expect(ask()).rejects.toMatchObject({ kind: 'out_of_money' });
  });
});

describe('the scripted model of unit tests', () => {
  let scripted = makeScriptedAi();
  beforeEach(() => {
    scripted = makeScriptedAi();
  });
  aiConformance(() => ({
    generate: scripted.generate,
    account: { provider: 'openai', apiKey: KEY, baseUrl: null },
    answer: async (rule) => scripted.answer(rule),
    async fail(kind, retryAfterMs) {
      const waits = kind === 'rate_limited' || kind === 'overloaded';
      scripted.fail({ kind, ...(waits && retryAfterMs !== undefined ? { retryAfterMs } : {}) });
    },
    hold: async () => void scripted.hold(),
    seen: async () =>
      scripted.asked.map(({ apiKey, model, system, messages, tools, maxOutputTokens }) => ({
        key: apiKey,
        model,
        system,
        messages: messages.flatMap((message) => {
          if (message.role === 'assistant') return [{ role: 'assistant', text: message.text }];
          if (message.role === 'turn') return [];
          return [
            { role: 'user', text: message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') },
          ];
        }),
        files: messages.flatMap((message) =>
          message.role === 'customer'
            ? message.parts.flatMap((part) =>
                part.type === 'image' ? [{ media_type: part.mediaType, bytes: part.bytes.length }] : [],
              )
            : [],
        ),
        tools: tools.map(({ name }) => name),
        maxOutputTokens,
      })),
  }));
});
