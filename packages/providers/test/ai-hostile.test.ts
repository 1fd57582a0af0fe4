import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { AI_PROVIDERS, type AiRequest, canTranscribe } from '@parley/providers/ai/ai-port';
import { makeGenerate } from '@parley/providers/ai/generate';
import { makeTranscribe } from '@parley/providers/ai/transcribe';
import { makeEgressAgent } from '@parley/providers/egress/egress-agent';
import { makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import { Agent } from 'undici';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closedOrigin, json, type SeenRequest, startTestStub } from './provider-stub.ts';

const stub = await startTestStub();
const dispatcher = new Agent();
const strict = makeEgressAgent(makeEgressPolicy(undefined));
afterAll(async () => {
  await dispatcher.destroy();
  await strict.destroy();
});

const TEXTS = { openai: 'responses-text', anthropic: 'message-text', google: 'content-text' } as const;
const recorded = (provider: string, name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/${provider}/api-${name}.json`, import.meta.url), 'utf8'));

const requestOf = (provider: AiRequest['provider'], more: Partial<AiRequest> = {}): AiRequest => ({
  provider,
  apiKey: `sk-test-${provider}`,
  baseUrl: `${stub.origin}/base`,
  model: 'model-1',
  system: 'You are a bot.',
  messages: [{ role: 'customer', parts: [{ type: 'text', text: 'hello' }] }],
  tools: [],
  maxOutputTokens: 200,
  timeoutMs: 20_000,
  ...more,
});
const generate = makeGenerate({ dispatcher });

describe('the environment', () => {
  const other = { ...process.env };
  beforeEach(() => {
    for (const name of ['OPENAI', 'ANTHROPIC', 'GOOGLE_GENERATIVE_AI']) {
      process.env[`${name}_API_KEY`] = 'sk-of-somebody-else';
      process.env[`${name}_BASE_URL`] = 'http://127.0.0.1:9/elsewhere';
    }
    Object.assign(process.env, { ANTHROPIC_AUTH_TOKEN: 'else', OPENAI_ORG_ID: 'else', AI_GATEWAY_API_KEY: 'else' });
  });
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in other)) delete process.env[name];
    Object.assign(process.env, other);
  });

  it.each(AI_PROVIDERS)('changes neither the key of %s nor its address', async (provider) => {
    stub.answer = json(200, recorded(provider, TEXTS[provider]));
    expect((await generate(requestOf(provider))).text).toBe('We open at nine.');
    const [seen] = stub.seen;
    expect(seen?.path).toMatch(/^\/base\//);
    expect(JSON.stringify(seen?.headers)).toContain(`sk-test-${provider}`);
    expect(JSON.stringify(seen?.headers)).not.toContain('else');
  });

  it('does not replace a missing key', async () => {
    for (const provider of AI_PROVIDERS)
      for (const apiKey of ['', 'two words', 'new\nline', 'ключ', 'x'.repeat(2000)])
        await expect(generate(requestOf(provider, { apiKey }))).rejects.toMatchObject({ kind: 'refused_key' });
    expect(stub.seen).toEqual([]);
  });
});

describe('the address of a call', () => {
  it.each(AI_PROVIDERS)('is checked by the egress rules: %s', async (provider) => {
    const guarded = makeGenerate({ dispatcher: strict });
    for (const baseUrl of [stub.origin, 'https://127.0.0.1/v1', 'https://[::1]/v1', 'http://169.254.169.254/latest'])
      await expect(guarded(requestOf(provider, { baseUrl }))).rejects.toMatchObject({ kind: 'unreachable' });
    expect(stub.seen).toEqual([]);
  });

  it.each(AI_PROVIDERS)('is the only one: %s follows no redirect', async (provider) => {
    stub.answer = (_request: SeenRequest, response: ServerResponse) =>
      response.writeHead(308, { location: `${stub.origin}/private` }).end();
    await expect(generate(requestOf(provider))).rejects.toMatchObject({ kind: 'invalid_answer', status: 308 });
    expect(stub.seen).toHaveLength(1);
  });

  it.each(['../../admin', 'a/../b', 'a?b=c', 'a#b', 'a b', '', '/a', 'a//b', 'x'.repeat(300)])(
    'is not changed by the name of a model: %s',
    async (model) => {
      for (const provider of AI_PROVIDERS)
        await expect(generate(requestOf(provider, { model }))).rejects.toMatchObject({ kind: 'invalid_request' });
      expect(stub.seen).toEqual([]);
    },
  );

  it.each(['gpt-5.4-mini', 'models/gemini-3', 'ft:gpt-4.1:org::id', 'anthropic/claude-4.5'])(
    'takes the model %s',
    async (model) => {
      stub.answer = json(200, recorded('openai', TEXTS.openai));
      expect((await generate(requestOf('openai', { model }))).text).not.toBe('');
    },
  );

  it('is reported as unreachable when nothing listens there, and as an invalid request when it is malformed', async () => {
    const baseUrl = await closedOrigin();
    await expect(generate(requestOf('openai', { baseUrl }))).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(generate(requestOf('openai', { baseUrl: 'nowhere' }))).rejects.toMatchObject({
      kind: 'invalid_request',
    });
  });
});

it.each(AI_PROVIDERS)('a prompt above 20 MiB is not sent: %s', async (provider) => {
  const image = { type: 'image' as const, bytes: new Uint8Array(16 * 1024 * 1024), mediaType: 'image/png' };
  const messages = [{ role: 'customer' as const, parts: [image] }];
  await expect(generate(requestOf(provider, { messages }))).rejects.toMatchObject({ kind: 'too_large', status: null });
  expect(stub.seen).toEqual([]);
});

describe('a forged answer', () => {
  const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const toolCall = (given: string) => ({
    ...(recorded('openai', 'responses-tool-call') as object), // safe: the fixture is an object
    output: [{ type: 'function_call', id: 'fc', call_id: 'call', name: 'search_knowledge', arguments: given }],
  });
  const tools = [{ name: 'search_knowledge', description: 'Finds.', parameters: { type: 'object', properties: {} } }];

  it.each(['{"broken": ', '[]', '"text"', 'null', '7', nested(100), nested(5000)])(
    'has no usable tool call: %.20s',
    async (given) => {
      stub.answer = json(200, toolCall(given));
      await expect(generate(requestOf('openai', { tools }))).rejects.toMatchObject({ kind: 'invalid_answer' });
    },
  );

  it('calls a tool that was not offered', async () => {
    stub.answer = json(200, toolCall('{}'));
    await expect(generate(requestOf('openai'))).rejects.toMatchObject({ kind: 'invalid_answer' });
    const other = [{ name: 'other', description: 'Else.', parameters: { type: 'object', properties: {} } }];
    await expect(generate(requestOf('openai', { tools: other }))).rejects.toMatchObject({ kind: 'invalid_answer' });
  });

  it('is cut off within a tool call, whose arguments may then be incomplete', async () => {
    // safe: the fixture is an object
    const cut = { ...(recorded('anthropic', 'message-tool-use') as object), stop_reason: 'max_tokens' };
    stub.answer = json(200, cut);
    await expect(generate(requestOf('anthropic', { tools }))).rejects.toMatchObject({ kind: 'invalid_answer' });
  });

  it('yields only texts and token counts that PostgreSQL can store', async () => {
    const usage = { input_tokens: 1e300, output_tokens: -5, output_tokens_details: { reasoning_tokens: 2.7 } };
    const message = {
      type: 'message',
      id: 'm',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'a\u0000b\ud800', annotations: [] }],
    };
    stub.answer = json(200, { ...(recorded('openai', TEXTS.openai) as object), output: [message], usage }); // safe: the fixture is an object
    expect(await generate(requestOf('openai'))).toMatchObject({
      text: 'ab\ufffd',
      usage: { inputTokens: 2 ** 31 - 1, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 2 },
    });
  });

  it('requests endless continuation', async () => {
    const content = { parts: [{ text: 'more ' }], role: 'model' };
    stub.answer = json(200, { candidates: [{ content, finishReason: 'CONTINUATION', continuationToken: 'again' }] });
    await expect(generate(requestOf('google'))).rejects.toMatchObject({ kind: 'too_large' });
    expect(stub.seen.length).toBeLessThan(10);
  });

  it('breaks off', async () => {
    stub.answer = (_request: SeenRequest, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"id":');
      response.destroy();
    };
    await expect(generate(requestOf('openai'))).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('writes nothing to the console', async () => {
    const lines = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level));
    const asked = requestOf('anthropic', { tools });
    stub.answer = json(200, recorded('anthropic', 'message-tool-use'));
    const { turn, toolCalls } = await generate(asked);
    const results = toolCalls.map(({ callId, name }) => ({ callId, name, output: 'nine' }));
    stub.answer = json(200, recorded('openai', TEXTS.openai));
    // The library would warn about reasoning that is not OpenAI's, and quote it.
    await generate(requestOf('openai', { tools, messages: [...asked.messages, { role: 'turn', turn, results }] }));
    for (const line of lines) expect(line).not.toHaveBeenCalled();
  });
});

describe('voice', () => {
  const transcribe = makeTranscribe({ dispatcher });
  const audio = Buffer.from('OggS');
  const voiceOf = (provider: AiRequest['provider']) => ({
    provider,
    apiKey: 'sk-voice',
    baseUrl: stub.origin,
    model: 'model-1',
    audio,
    mediaType: 'audio/ogg; codecs=opus',
    timeoutMs: 20_000,
  });

  it('is sent to OpenAI as a file whose name shows its format', async () => {
    const usage = { type: 'tokens', input_tokens: 14, output_tokens: 5, total_tokens: 19 };
    stub.answer = json(200, { text: ' when do you open \u0000', usage });
    expect(await transcribe(voiceOf('openai'))).toEqual({
      text: 'when do you open',
      usage: { inputTokens: 14, cachedInputTokens: 0, outputTokens: 5, reasoningTokens: 0 },
    });
    expect(stub.seen[0]).toMatchObject({
      path: '/audio/transcriptions',
      headers: { authorization: 'Bearer sk-voice' },
    });
    expect(String(stub.seen[0]?.body)).toContain('.ogg"');
    expect(String(stub.seen[0]?.body)).toContain('OggS');
  });

  it('is sent to a model of Google as part of the prompt', async () => {
    stub.answer = json(200, recorded('google', TEXTS.google));
    expect(await transcribe(voiceOf('google'))).toMatchObject({ text: 'We open at nine.', usage: { inputTokens: 29 } });
    expect(JSON.stringify(stub.seen[0]?.body)).toContain(audio.toString('base64'));
  });

  it('is sent to no other provider', async () => {
    expect(AI_PROVIDERS.filter(canTranscribe)).toEqual(['openai', 'google']);
    await expect(transcribe(voiceOf('anthropic'))).rejects.toMatchObject({ kind: 'invalid_request' });
    expect(stub.seen).toEqual([]);
  });

  it.each([
    ['openai', '401-invalid-key', 'refused_key'],
    ['openai', '429-credit-balance', 'out_of_money'],
    ['google', '400-invalid-key', 'refused_key'],
    ['google', '429-per-day', 'out_of_money'],
  ] as const)('%s: %s is %s there too', async (provider, name, kind) => {
    stub.answer = json(Number(name.slice(0, 3)), recorded(provider, `error-${name}`));
    await expect(transcribe(voiceOf(provider))).rejects.toMatchObject({ kind, usage: null });
  });
});
