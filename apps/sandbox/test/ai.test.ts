import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSandbox, shapeOf } from './open-sandbox.ts';
import { until } from './until.ts';

let box: Awaited<ReturnType<typeof openSandbox>>;
beforeEach(async () => {
  box = await openSandbox({ receipts: 'off' });
});
afterEach(() => box.close());

const KEY = 'sk-sandbox';
/** The bodies that the providers' clients are tested with. */
const recorded = (provider: string, name: string): unknown =>
  JSON.parse(
    readFileSync(new URL(`../../../packages/providers/fixtures/${provider}/api-${name}.json`, import.meta.url), 'utf8'),
  );

const FORMATS = {
  responses: {
    provider: 'openai',
    path: '/v1/responses',
    headers: { authorization: `Bearer ${KEY}` },
    body: (text: string) => ({
      model: 'm',
      input: [{ role: 'user', content: text }],
      tools: [{ type: 'function', name: 'look' }],
    }),
    answers: ['responses-text', 'responses-tool-call', 'responses-refusal'],
  },
  chat: {
    provider: 'openai',
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${KEY}` },
    body: (text: string) => ({
      model: 'm',
      messages: [{ role: 'user', content: text }],
      tools: [{ type: 'function', function: { name: 'look' } }],
    }),
    answers: ['chat-text', 'chat-tool-call', 'chat-refusal'],
  },
  messages: {
    provider: 'anthropic',
    path: '/v1/messages',
    headers: { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' },
    body: (text: string) => ({
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user', content: text }],
      tools: [{ name: 'look' }],
    }),
    answers: ['message-text', 'message-tool-use', 'message-refusal'],
  },
  content: {
    provider: 'google',
    path: '/v1beta/models/m:generateContent',
    headers: { 'x-goog-api-key': KEY },
    body: (text: string) => ({
      contents: [{ role: 'user', parts: [{ text }] }],
      tools: [{ functionDeclarations: [{ name: 'look' }] }],
    }),
    answers: ['content-text', 'content-tool-call', 'content-safety'],
  },
} as const;
type Format = keyof typeof FORMATS;
const NAMES = ['responses', 'chat', 'messages', 'content'] as const;

const ask = (format: Format, text: string) => {
  const { path, body, headers } = FORMATS[format];
  return box.call('POST', path, body(text), { ...headers });
};

/** Excludes tool arguments and lists of modalities, whose members are arbitrary. */
const members = (body: unknown): string[] =>
  [...new Set(shapeOf(body).map((path) => path.replace(/:\w+$/, '')))].filter((path) => !/\.(args|input)\./.test(path));

describe.each(NAMES)('%s', (format) => {
  const { provider, answers } = FORMATS[format];

  it('returns exactly the recorded members', async () => {
    const { ai } = box.sandbox.driver;
    await ai.answer({ contains: 'text', answer: 'Yes.', cached_tokens: 1, reasoning_tokens: 2 });
    await ai.answer({ contains: 'tool', tool: { name: 'look' }, cached_tokens: 1, reasoning_tokens: 2 });
    const known = new Set(answers.flatMap((name) => members(recorded(provider, name))));
    const strange = async (text: string) => members((await ask(format, text)).body).filter((path) => !known.has(path));
    expect(await strange('text')).toEqual([]);
    expect(await strange('tool')).toEqual([]);
    await ai.behave({ provider, key: KEY, behaviour: 'refuses' });
    expect(await strange('text')).toEqual([]);
  });

  it('echoes the prompt if no rule matches, and prefers the newest rule', async () => {
    const echo = 'model m | system 0 | messages 1 | files 0 | tools look | last hello';
    expect(JSON.stringify((await ask(format, 'hello')).body)).toContain(echo);
    await box.sandbox.driver.ai.setAnswers([
      { contains: 'hell', answer: 'first' },
      { contains: 'hello', answer: 'second' },
      { contains: 'bye', answer: 'message {messages}' },
    ]);
    expect(JSON.stringify((await ask(format, 'hello')).body)).toContain('"second"');
    expect(JSON.stringify((await ask(format, 'bye')).body)).toContain('"message 1"');
  });

  it('takes turns between several answers, by the replies in the conversation', async () => {
    await box.sandbox.driver.ai.setAnswers([{ contains: '', answer: ['first', 'second'] }]);
    expect(JSON.stringify((await ask(format, 'hello')).body)).toContain('"first"');
  });

  it('records prompts and their usage, by key', async () => {
    const { ai } = box.sandbox.driver;
    await ask(format, 'hello');
    await ai.behave({ provider, key: KEY, behaviour: 'out_of_money' });
    await ask(format, 'hello again');
    expect(await ai.asked({ provider, key: KEY })).toMatchObject([
      { seq: 1, provider, model: 'm', messages: [{ role: 'user', text: 'hello' }], tools: ['look'], status: 200 },
      { seq: 2, messages: [{ text: 'hello again' }], answer: null, tokens: null },
    ]);
    expect(await ai.asked({ key: 'another' })).toEqual([]);
    expect(await ai.keys()).toMatchObject([{ provider, key: KEY, requests: 2, tokens: { input: 2 } }]);
  });

  it('refuses a missing key and an invalid body with its own errors', async () => {
    const shapes = recorded(provider, provider === 'google' ? 'error-404-model' : 'error-401-invalid-key');
    const { path, headers } = FORMATS[format];
    const nobody = await box.call('POST', path, FORMATS[format].body('hello'));
    expect([400, 401]).toContain(nobody.status);
    const broken = await fetch(`${box.sandbox.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{',
    });
    expect(broken.status).toBe(400);
    const strange = await box.call('POST', path, { model: 'm' }, { ...headers });
    expect(strange.status).toBe(400);
    for (const body of [strange.body, await broken.json()]) expect(members(body)).toEqual(members(shapes));
  });

  it('blocks calls with a held key until its behaviour changes', async () => {
    const { ai } = box.sandbox.driver;
    await ai.behave({ provider, key: KEY, behaviour: 'held' });
    const asked = ask(format, 'hello');
    await until(async () => (await ai.keys()).some(({ requests }) => requests === 1));
    expect(await ai.asked()).toEqual([]);
    await ai.behave({ provider, key: KEY, behaviour: 'works' });
    expect((await asked).status).toBe(200);
  });

  it('counts nothing for a caller that hung up while the key was held', async () => {
    const { ai } = box.sandbox.driver;
    await ai.behave({ provider, key: KEY, behaviour: 'held' });
    const { path, body, headers } = FORMATS[format];
    const left = new AbortController();
    const hungUp = fetch(box.sandbox.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body('hello')),
      signal: left.signal,
    });
    await until(async () => (await ai.keys()).some(({ requests }) => requests === 1));
    left.abort();
    await expect(hungUp).rejects.toThrow();
    await ai.behave({ provider, key: KEY, behaviour: 'works' });
    expect((await ask(format, 'hello again')).status).toBe(200);
    const asked = await ai.asked();
    expect(asked).toHaveLength(1);
    expect((await ai.keys())[0]?.tokens).toEqual(asked[0]?.tokens);
  });
});

const OPENAI_ERRORS = {
  dead: '401-invalid-key',
  out_of_money: '429-credit-balance',
  insufficient_quota: '429-insufficient-quota',
  over_own_limit: '429-spend-limit',
  rate_limited: '429-rate-limit',
  overloaded: '503-overloaded',
};
const ERRORS = {
  responses: OPENAI_ERRORS,
  chat: OPENAI_ERRORS,
  messages: {
    dead: '401-invalid-key',
    out_of_money: '402-billing',
    over_own_limit: '400-own-limit',
    rate_limited: '429-rate-limit',
    overloaded: '529-overloaded',
  },
  content: {
    dead: '400-invalid-key',
    out_of_money: '402-prepay-depleted',
    over_own_limit: '429-per-day',
    rate_limited: '429-per-minute',
    overloaded: '503-overloaded',
  },
} as const;
const ERROR_ROWS = NAMES.flatMap((format) =>
  Object.entries(ERRORS[format]).map(([behaviour, name]) => [format, behaviour, name] as const),
);

describe('errors', () => {
  it.each(ERROR_ROWS)('%s: a key that is %s gets the documented error', async (format, behaviour, name) => {
    const { provider } = FORMATS[format];
    const delay = format === 'content' && behaviour === 'rate_limited' ? { retry_after_ms: 7000 } : {};
    const input = { provider, key: KEY, behaviour, count: 1, ...delay };
    expect((await box.call('PUT', '/sandbox/ai/keys', input)).status).toBe(200);
    const { status, body } = await ask(format, 'hello');
    expect(status).toBe(Number(name.slice(0, 3)));
    expect(shapeOf(body)).toEqual(shapeOf(recorded(provider, `error-${name}`)));
    expect((await ask(format, 'hello')).status).toBe(200);
  });

  it('checks calls and results together, as the providers do', async () => {
    const { path, headers } = FORMATS.content;
    const call = { role: 'model', parts: [{ functionCall: { name: 'look' } }] };
    const contents = [{ role: 'user', parts: [{ text: 'hello' }] }, call];
    expect((await box.call('POST', path, { contents }, { ...headers })).status).toBe(400);
    const input = [{ type: 'function_call_output', call_id: 'call_1', output: 'seen' }];
    const { path: responses, headers: bearer } = FORMATS.responses;
    expect((await box.call('POST', responses, { model: 'm', input }, { ...bearer })).status).toBe(400);
    const content = [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'seen' }];
    const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content }] };
    const { path: messages, headers: version } = FORMATS.messages;
    expect((await box.call('POST', messages, body, { ...version })).status).toBe(400);
    expect((await box.call('POST', messages, FORMATS.messages.body('x'), { 'x-api-key': KEY })).status).toBe(400);
  });
});

it('transcribes a recording', async () => {
  const form = new FormData();
  form.set('model', 'whisper-1');
  form.set('file', new File(['say: when do you open?'], 'audio.ogg', { type: 'audio/ogg' }));
  const { headers } = FORMATS.responses;
  const answer = await fetch(`${box.sandbox.url}/v1/audio/transcriptions`, { method: 'POST', headers, body: form });
  expect(await answer.json()).toEqual({ text: 'when do you open?' });
});

it('shows people the prompts, escaped, and clears them on reset', async () => {
  const page = async (): Promise<string> => (await fetch(`${box.sandbox.url}/sandbox/ai`)).text();
  expect(await page()).toContain('No model was asked yet.');
  await ask('messages', 'is <b>this</b> safe?');
  expect(await page()).toContain('is &lt;b&gt;this');
  expect(await page()).not.toContain(KEY);
  await box.sandbox.driver.ai.answer({ contains: 'hello', answer: 'scripted' });
  await box.sandbox.driver.reset();
  expect(await box.sandbox.driver.ai.keys()).toEqual([]);
  expect(JSON.stringify((await ask('messages', 'hello')).body)).not.toContain('scripted');
});
