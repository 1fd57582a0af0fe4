import type { AiProvider } from '@parley/common/ai-providers';
import type { SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { type Sandbox, startSandbox } from '@parley/sandbox/start-sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asked, useReplies } from '../../test/reply-bench.ts';

const PROVIDERS = ['openai', 'anthropic', 'google'] as const;
const KEY = 'sk-of-the-tenant';
const FOREIGN = {
  OPENAI_API_KEY: 'sk-foreign-openai',
  OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  ANTHROPIC_API_KEY: 'sk-foreign-anthropic',
  ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/v1',
  GOOGLE_GENERATIVE_AI_API_KEY: 'sk-foreign-google',
};

let sandbox: Sandbox;
let driver: SandboxDriver;
const openReplies = useReplies();
beforeAll(async () => {
  Object.assign(process.env, FOREIGN);
  sandbox = await startSandbox({ metaAppSecret: 'secret', metaVerifyToken: 'verify' });
  ({ driver } = sandbox);
});
afterAll(async () => {
  for (const name of Object.keys(FOREIGN)) delete process.env[name];
  await sandbox.close();
});
beforeEach(() => driver.reset());

const addressOf = (provider: AiProvider, base = sandbox): string =>
  `${base.url}${provider === 'google' ? '/v1beta' : '/v1'}`;

type Given = Parameters<typeof openReplies>[0];

async function openOn(provider: AiProvider, apiKey = KEY, base = sandbox, given: Given = {}) {
  const account = { provider, apiKey, baseUrl: addressOf(provider, base) };
  const bench = await openReplies({ account, hasRealModels: true, ...given });
  const reply = (text: string, files: Parameters<typeof asked>[1] = []) =>
    bench.reply([asked(text, files)], { bot: { provider } });
  return { bench, reply };
}

it('each of three tenants with three providers uses only its own key at its own address', async () => {
  const others = await Promise.all(
    [1, 2].map(() => startSandbox({ metaAppSecret: 'secret', metaVerifyToken: 'verify' })),
  );
  const tenants = [sandbox, ...others].map((base, index) => ({ base, name: `tenant-${index}` }));
  try {
    const replies = tenants.flatMap(({ base, name }) =>
      PROVIDERS.map(async (provider) => {
        const { reply } = await openOn(provider, `key-${name}-${provider}`, base);
        return reply(`I am of ${name}.`);
      }),
    );
    for (const outcome of await Promise.all(replies)) expect(outcome.kind).toBe('reply');
    for (const { base, name } of tenants) {
      const seen = await base.driver.ai.asked();
      expect(seen.map(({ provider, key }) => `${provider} ${key}`).sort()).toEqual(
        PROVIDERS.map((provider) => `${provider} key-${name}-${provider}`).sort(),
      );
      for (const { messages } of seen) expect(messages.at(-1)?.text).toBe(`I am of ${name}.`);
    }
  } finally {
    for (const other of others) await other.close();
  }
});

describe.each(PROVIDERS)('%s', (provider) => {
  it('counts the tokens that the provider reports, across all steps of a reply', async () => {
    const { bench, reply } = await openOn(provider, KEY, sandbox, { isLong: true });
    const tool = { name: 'search_knowledge', arguments: { queries: ['hours'] } };
    await driver.ai.answer({ contains: 'open', tool, answer: 'At nine.', cached_tokens: 3, reasoning_tokens: 5 });
    expect(await reply('when do you open?')).toEqual({ kind: 'reply', texts: ['At nine.'] });
    const [key] = await driver.ai.keys();
    const usage = await bench.usage();
    const sum = (of: 'inputTokens' | 'cachedTokens' | 'outputTokens' | 'reasoningTokens') =>
      usage.reduce((total, call) => total + (call[of] ?? 0), 0);
    expect(usage).toHaveLength(2);
    expect({
      input: sum('inputTokens'),
      cached: sum('cachedTokens'),
      output: sum('outputTokens'),
      reasoning: sum('reasoningTokens'),
    }).toEqual(key?.tokens);
  });

  it.each([
    ['dead', { kind: 'stopped', reason: 'key_refused' }, 'refused'],
    ['out_of_money', { kind: 'stopped', reason: 'out_of_money' }, 'out_of_money'],
    ['over_own_limit', { kind: 'stopped', reason: 'out_of_money' }, 'out_of_money'],
    ['rate_limited', { kind: 'wait', seconds: 7 }, 'untested'],
    ['overloaded', { kind: 'wait', seconds: 7 }, 'untested'],
    ['refuses', { kind: 'hand_over', reason: 'refusal' }, 'untested'],
    ['empty', { kind: 'hand_over', reason: 'empty' }, 'untested'],
    ['endless', { kind: 'hand_over', reason: 'too_large' }, 'untested'],
    ['huge', { kind: 'hand_over', reason: 'too_large' }, 'untested'],
    ['not_json', { kind: 'hand_over', reason: 'invalid_answer' }, 'untested'],
    ['invalid_arguments', { kind: 'hand_over', reason: 'invalid_answer' }, 'untested'],
  ] as const)('a key that is %s', async (behaviour, outcome, marked) => {
    const { bench, reply } = await openOn(provider);
    await driver.ai.behave({ provider, key: KEY, behaviour, retry_after_ms: 7000 });
    const told = await reply('hello');
    expect(told).toEqual(outcome);
    expect(await bench.keyStatus()).toBe(marked);
    const [key] = await driver.ai.keys();
    expect(key?.requests).toBe(1);
    expect(await bench.usage()).toMatchObject([{ status: 'completed', errorClass: expect.any(String) }]);
  });

  it('waits at most two minutes, whatever the provider says', async () => {
    await driver.ai.behave({ provider, key: KEY, behaviour: 'rate_limited', retry_after_ms: 121_000 });
    const { reply } = await openOn(provider);
    expect(await reply('hello')).toEqual({ kind: 'hand_over', reason: 'rate_limited' });
  });

  it('can be aborted by a person while the provider is silent', async () => {
    const { bench } = await openOn(provider);
    await driver.ai.behave({ provider, key: KEY, behaviour: 'held' });
    const controller = new AbortController();
    const replying = bench.reply([asked('hello')], { bot: { provider }, signal: controller.signal });
    await expect.poll(async () => (await driver.ai.keys())[0]?.requests).toBe(1);
    controller.abort(new Error('A person answered.'));
    expect(await replying).toEqual({ kind: 'superseded' });
    expect(await bench.usage()).toMatchObject([{ status: 'interrupted' }]);
    await driver.ai.behave({ provider, key: KEY, behaviour: 'works' });
  });

  it('transcribes a voice message, or hands it over', async () => {
    const files = { att_v: { bytes: Buffer.from('say: when do you open?'), mimeType: 'audio/ogg' } };
    const { reply } = await openOn(provider, KEY, sandbox, { files });
    await driver.ai.answer({ contains: 'when do you open', answer: 'At nine.' });
    const outcome = await reply('', [{ attachmentId: 'att_v', type: 'voice', mimeType: 'audio/ogg' }]);
    expect(outcome).toEqual(
      provider === 'anthropic' ? { kind: 'hand_over', reason: 'voice' } : { kind: 'reply', texts: ['At nine.'] },
    );
  });

  it('shows an image as its bytes', async () => {
    const bytes = Buffer.from('89504e470d0a1a0a', 'hex');
    const { reply } = await openOn(provider, KEY, sandbox, { files: { att_i: { bytes, mimeType: 'image/png' } } });
    expect(await reply('look', [{ attachmentId: 'att_i', type: 'image', mimeType: 'image/png' }])).toMatchObject({
      kind: 'reply',
    });
    const [seen] = await driver.ai.asked();
    expect(seen?.messages.at(-1)?.files).toEqual([{ media_type: 'image/png', bytes: bytes.length }]);
  });
});

it('a base URL inside the network is never called', async () => {
  for (const baseUrl of ['https://169.254.169.254/v1', `${sandbox.url}/v1`]) {
    const account = { provider: 'openai', apiKey: KEY, baseUrl } as const;
    const environment = { PARLEY_EGRESS_ALLOW: undefined };
    const bench = await openReplies({ account, environment, hasRealModels: true });
    expect(await bench.reply([asked('hello')])).toEqual({ kind: 'wait', seconds: 10 });
  }
  expect(await driver.ai.asked()).toEqual([]);
});
