import { readFileSync } from 'node:fs';
import type { AiRequest } from '@parley/providers/ai/ai-port';
import { makeGenerate } from '@parley/providers/ai/generate';
import { Agent } from 'undici';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { json, startTestStub } from './provider-stub.ts';

const stub = await startTestStub();
const dispatcher = new Agent();
afterAll(() => dispatcher.destroy());

const recorded = (provider: string, name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/${provider}/api-${name}.json`, import.meta.url), 'utf8'));

const generate = makeGenerate({ dispatcher });
const requestOf = (provider: AiRequest['provider'], openaiApi?: AiRequest['openaiApi']): AiRequest => ({
  provider,
  apiKey: 'sk-test',
  baseUrl: stub.origin,
  ...(openaiApi === undefined ? {} : { openaiApi }),
  model: 'model-1',
  system: 'You are a bot.',
  messages: [{ role: 'customer', parts: [{ type: 'text', text: 'When do you open?' }] }],
  tools: [{ name: 'search_knowledge', description: 'Finds.', parameters: { type: 'object', properties: {} } }],
  maxOutputTokens: 200,
  timeoutMs: 20_000,
});

const CALL = { name: 'search_knowledge', arguments: { query: 'opening hours', limit: 10 } };
const RESPONSES = { inputTokens: 114, cachedInputTokens: 64, outputTokens: 88, reasoningTokens: 32 };
const CHAT = { inputTokens: 16, cachedInputTokens: 4, outputTokens: 363, reasoningTokens: 8 };
// Anthropic counts cached tokens separately from the input, Google the thoughts separately from the output.
const MESSAGES = { inputTokens: 699, cachedInputTokens: 100, outputTokens: 59, reasoningTokens: 18 };
const CONTENT = { inputTokens: 29, cachedInputTokens: 9, outputTokens: 1816, reasoningTokens: 1801 };

const ROWS = [
  ['openai', 'responses-text', 'responses', { text: 'We open at nine.', finishReason: 'stop', usage: RESPONSES }],
  ['openai', 'responses-tool-call', 'responses', { toolCalls: [CALL], finishReason: 'tool_calls', usage: RESPONSES }],
  ['openai', 'responses-incomplete', 'responses', { text: 'We open at', finishReason: 'length', usage: RESPONSES }],
  ['openai', 'chat-text', 'chat_completions', { text: 'We open at nine.', finishReason: 'stop', usage: CHAT }],
  ['openai', 'chat-tool-call', 'chat_completions', { toolCalls: [CALL], finishReason: 'tool_calls', usage: CHAT }],
  ['anthropic', 'message-text', undefined, { text: 'We open at nine.', finishReason: 'stop', usage: MESSAGES }],
  ['anthropic', 'message-tool-use', undefined, { toolCalls: [CALL], finishReason: 'tool_calls', usage: MESSAGES }],
  ['anthropic', 'message-max-tokens', undefined, { text: 'We open at', finishReason: 'length', usage: MESSAGES }],
  ['google', 'content-text', undefined, { text: 'We open at nine.', finishReason: 'stop', usage: CONTENT }],
  ['google', 'content-tool-call', undefined, { toolCalls: [CALL], finishReason: 'tool_calls', usage: CONTENT }],
  ['google', 'content-max-tokens', undefined, { text: 'We open at', finishReason: 'length', usage: CONTENT }],
] as const;

const REFUSED = [
  ['openai', 'responses-refusal', 'responses', { kind: 'refusal', usage: RESPONSES }],
  ['openai', 'responses-failed', 'responses', { kind: 'overloaded', code: 'server_error' }],
  ['openai', 'chat-refusal', 'chat_completions', { kind: 'refusal', usage: CHAT }],
  ['anthropic', 'message-refusal', undefined, { kind: 'refusal', usage: MESSAGES }],
  ['google', 'content-safety', undefined, { kind: 'refusal', usage: CONTENT }],
  ['google', 'content-blocked', undefined, { kind: 'refusal' }],
  ['google', 'content-malformed-call', undefined, { kind: 'invalid_answer', usage: CONTENT }],
] as const;

describe('parses the recorded responses of the providers', () => {
  beforeEach(() => {
    stub.answer = json(500, {});
  });

  it.each(ROWS)('%s %s', async (provider, name, api, expected) => {
    stub.answer = json(200, recorded(provider, name));
    expect(await generate(requestOf(provider, api))).toMatchObject(expected);
  });

  it.each(REFUSED)('%s %s is an error', async (provider, name, api, expected) => {
    stub.answer = json(200, recorded(provider, name));
    await expect(generate(requestOf(provider, api))).rejects.toMatchObject({ status: 200, ...expected });
  });
});

describe('a request', () => {
  it('is neither stored nor strictly checked by OpenAI', async () => {
    stub.answer = json(200, recorded('openai', 'responses-text'));
    await generate(requestOf('openai', 'responses'));
    expect(stub.seen[0]?.body).toMatchObject({ store: false, tools: [{ strict: false }], max_output_tokens: 200 });
  });

  it('returns OpenAI’s sealed reasoning with a tool’s result, and Google’s signature', async () => {
    for (const [provider, name, sealed] of [
      ['openai', 'responses-tool-call', 'gAAAAABsealed'],
      ['anthropic', 'message-tool-use', 'Eq4CCpIBsigned'],
      ['google', 'content-tool-call', 'Eqo+Cqc+Ab4+9vtg'],
    ] as const) {
      // A reasoning model: the library only requests reasoning from these.
      const request = { ...requestOf(provider), model: provider === 'openai' ? 'o3' : 'model-1' };
      stub.answer = json(200, recorded(provider, name));
      const { turn, toolCalls } = await generate(request);
      const results = toolCalls.map((call) => ({ callId: call.callId, name: call.name, output: 'nine' }));
      await generate({ ...request, messages: [...request.messages, { role: 'turn', turn, results }] });
      expect(JSON.stringify(stub.seen.at(-1)?.body)).toContain(sealed);
    }
  });
});
