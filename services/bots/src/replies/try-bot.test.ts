import type { AiProvider } from '@parley/common/ai-providers';
import { camelSchemaOf } from '@parley/common/casing/camel-schema';
import * as contracts from '@parley/common/contracts/operator/bots';
import { type Sandbox, startSandbox } from '@parley/sandbox/start-sandbox';
import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type OpenBots, openBots, START } from '../../test/open-bots.ts';
import { deleteAiKey } from '../keys/delete-ai-key.ts';
import { listAiKeys } from '../keys/list-ai-keys.ts';
import { setAiKey } from '../keys/set-ai-key.ts';
import { addKnowledge } from '../knowledge/add-knowledge.ts';
import { readNextSource } from '../knowledge/read-next-source.ts';
import type { BotsService } from '../service.ts';
import { createBot } from '../settings/create-bot.ts';
import { showBotUsage } from '../usage/show-bot-usage.ts';
import { tryBot } from './try-bot.ts';

const PROVIDERS = ['openai', 'anthropic', 'google'] as const;
const FOREIGN = {
  OPENAI_API_KEY: 'sk-foreign-openai',
  OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  ANTHROPIC_API_KEY: 'sk-foreign-anthropic',
  ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/v1',
  GOOGLE_GENERATIVE_AI_API_KEY: 'sk-foreign-google',
};
/** The deployment offers it; a bot on its tenant's own key never uses it. */
const PLATFORM_KEY = 'sk-of-the-deployment';
const PRICES = {
  version: '1',
  prices: PROVIDERS.map((provider) => ({ provider, model: 'model-1', input: 1, output: 2 })),
};

let open: OpenBots;
let database: OpenBots['database'];
let sandbox: Sandbox;
let service: BotsService;
beforeAll(async () => {
  Object.assign(process.env, FOREIGN);
  sandbox = await startSandbox({ metaAppSecret: 'secret', metaVerifyToken: 'verify' });
  open = await openBots({
    models: 'real',
    environment: {
      PARLEY_AI_PRICES: JSON.stringify(PRICES),
      PARLEY_AI_OPENAI_KEY: PLATFORM_KEY,
      PARLEY_AI_OPENAI_URL: `${sandbox.url}/v1`,
      PARLEY_EGRESS_ALLOW: '127.0.0.0/8',
    },
  });
  ({ database, service } = open);
});
afterAll(async () => {
  for (const name of Object.keys(FOREIGN)) delete process.env[name];
  await open[Symbol.asyncDispose]();
  await sandbox.close();
});
beforeEach(() => sandbox.driver.reset());

type Given = Partial<Parameters<typeof createBot>[1]>;

/** A tenant with a bot on its own key. */
async function openBot(provider: AiProvider = 'openai', given: Given = {}) {
  const { id: tenantId, slug } = await makeTestTenant(database.db);
  const apiKey = `key-${tenantId}-${provider}`;
  const baseUrl = `${sandbox.url}${provider === 'google' ? '/v1beta' : '/v1'}`;
  await setAiKey(service, { slug, provider, apiKey, baseUrl });
  const input = camelSchemaOf(contracts.createBot.input).parse({
    slug,
    name: 'Noor',
    keyMode: 'own',
    provider,
    model: 'model-1',
    instructions: 'Be kind.',
    ...given,
  });
  const bot = await createBot(service, input);
  const ask = (text: string, asTenant = slug) =>
    tryBot(service, { slug: asTenant, id: bot.id, channel: 'wa', messages: [{ from: 'customer', text }] });
  const usage = () => database.db.prisma.botUsage.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
  const keyStatus = async () => (await listAiKeys(service, { slug })).items[0]?.status;
  const setBalance = (balance: number) =>
    database.db.prisma.tenant.update({ where: { id: tenantId }, data: { balance } });
  const balance = async () =>
    Number((await database.db.prisma.tenant.findUniqueOrThrow({ where: { id: tenantId } })).balance);
  return { tenantId, slug, bot, apiKey, ask, usage, keyStatus, setBalance, balance };
}

it('replies to a transcript, and stores only the usage', async () => {
  await sandbox.driver.ai.answer({ contains: 'open', answer: 'At nine.' });
  const { ask, usage, tenantId, slug, keyStatus, bot } = await openBot();
  const tried = await ask('when do you open?');
  expect(tried).toMatchObject({ outcome: 'reply', reason: null, texts: ['At nine.'], toolCalls: [], passages: [] });
  const [key] = await sandbox.driver.ai.keys();
  expect(tried.usage).toMatchObject({ inputTokens: key?.tokens.input, outputTokens: key?.tokens.output });
  const cost = (key?.tokens.input ?? 0) + 2 * (key?.tokens.output ?? 0);
  expect(Number(tried.usage.cost) * 1_000_000).toBeCloseTo(cost);
  expect(await usage()).toMatchObject([
    {
      turnId: null,
      status: 'completed',
      keyMode: 'own',
      model: 'model-1',
      costMicros: BigInt(cost),
      priceVersion: '1',
      startedAt: START,
    },
  ]);
  expect(await keyStatus()).toBe('works');
  const { prisma } = database.db;
  expect(await prisma.message.count({ where: { tenantId } })).toBe(0);
  expect(await prisma.botTurn.count({ where: { tenantId } })).toBe(0);
  const { items } = await showBotUsage(service, { slug, id: bot.id, by: 'day', days: 1 });
  expect(items).toMatchObject([{ day: '2026-07-01', calls: 1, turns: 0, inputTokens: key?.tokens.input }]);
});

it('each of three tenants with three providers calls only with its own key, whatever the environment contains', async () => {
  const bots = await Promise.all([1, 2, 3].flatMap(() => PROVIDERS.map((provider) => openBot(provider))));
  const tried = await Promise.all(bots.map(({ ask, tenantId }) => ask(`I am of ${tenantId}.`)));
  expect(tried.map(({ outcome }) => outcome)).toEqual(bots.map(() => 'reply'));
  const seen = await sandbox.driver.ai.asked();
  expect(seen.map(({ key, messages }) => [key, messages.at(-1)?.text]).sort()).toEqual(
    bots.map(({ apiKey, tenantId }) => [apiKey, `I am of ${tenantId}.`]).sort(),
  );
});

it('counts towards the caps, like every call', async () => {
  const { ask, usage } = await openBot('openai', {
    caps: { turns_per_conversation_hour: 20, tokens_per_day: 9000, cost_per_month: null },
  });
  expect(await ask('one')).toMatchObject({ outcome: 'reply' });
  await database.db.prisma.botUsage.updateMany({ data: { inputTokens: 9000 } });
  expect(await ask('two')).toMatchObject({ outcome: 'hand_over', reason: 'cap_tokens_per_day', texts: [] });
  expect(await usage()).toHaveLength(1);
});

it('calls no server of the tenant, and names the calls that it would make', async () => {
  const tool = {
    name: 'find_order',
    description: 'Finds an order.',
    parameters: { type: 'object', properties: { order: { type: 'string' } } },
    url: `${sandbox.url}/never`,
  };
  const { ask } = await openBot('anthropic', { tools: [tool] });
  await sandbox.driver.ai.answer({
    contains: 'A1',
    tool: { name: 'find_order', arguments: { order: 'A1' } },
    answer: '{result}',
  });
  const tried = await ask('where is A1?');
  expect(tried.toolCalls).toEqual([{ name: 'find_order', arguments: { order: 'A1' }, ok: false }]);
  expect(tried.texts.join('')).toContain('This is a trial');
});

it.each([
  ['dead', { outcome: 'stopped', reason: 'key_refused' }, 'refused'],
  ['out_of_money', { outcome: 'stopped', reason: 'out_of_money' }, 'out_of_money'],
  ['rate_limited', { outcome: 'wait', retryAfter: 30 }, 'untested'],
  ['refuses', { outcome: 'hand_over', reason: 'refusal' }, 'untested'],
] as const)('a key that is %s is reported and stored as such', async (behaviour, told, status) => {
  const { ask, apiKey, keyStatus, usage } = await openBot();
  await sandbox.driver.ai.behave({ provider: 'openai', key: apiKey, behaviour, retry_after_ms: 30_000 });
  const tried = await ask('hello');
  expect(tried).toMatchObject(told);
  expect(JSON.stringify(tried)).not.toContain(apiKey);
  expect(await keyStatus()).toBe(status);
  expect(await usage()).toMatchObject([{ status: 'completed', errorClass: expect.any(String) }]);
});

it('a key set while the old one was in use does not get the old one’s verdict', async () => {
  const { ask, apiKey, keyStatus, slug } = await openBot();
  await sandbox.driver.ai.behave({ provider: 'openai', key: apiKey, behaviour: 'held' });
  const asking = ask('hello');
  await expect.poll(async () => (await sandbox.driver.ai.keys())[0]?.requests).toBe(1);
  const other = { provider: 'openai', apiKey: 'another-key', baseUrl: `${sandbox.url}/v1` } as const;
  await setAiKey(service, { slug, ...other });
  await sandbox.driver.ai.behave({ provider: 'openai', key: apiKey, behaviour: 'dead' });
  // Asked again, the bot uses the new key: a verdict on the old one stops no bot.
  expect(await asking).toMatchObject({ outcome: 'wait', retryAfter: 0 });
  expect(await keyStatus()).toBe('untested');
  expect(await ask('hello')).toMatchObject({ outcome: 'reply' });
  expect(await keyStatus()).toBe('works');
});

it('when a refused key is deleted while in use, the bot asks again and has none', async () => {
  const { ask, apiKey, slug } = await openBot();
  await sandbox.driver.ai.behave({ provider: 'openai', key: apiKey, behaviour: 'held' });
  const asking = ask('hello');
  await expect.poll(async () => (await sandbox.driver.ai.keys())[0]?.requests).toBe(1);
  await deleteAiKey(service, { slug, provider: 'openai' });
  await sandbox.driver.ai.behave({ provider: 'openai', key: apiKey, behaviour: 'dead' });
  expect(await asking).toMatchObject({ outcome: 'wait', retryAfter: 0 });
  expect(await ask('hello')).toMatchObject({ outcome: 'stopped', reason: 'no_key' });
});

it.each([
  ['refused', 'key_refused'],
  ['out of money', 'out_of_money'],
  ['deleted', 'no_key'],
] as const)('a bot whose own key is %s does not use the deployment’s', async (fate, reason) => {
  const { ask, apiKey, slug } = await openBot();
  if (fate === 'deleted') await deleteAiKey(service, { slug, provider: 'openai' });
  else {
    const behaviour = fate === 'refused' ? 'dead' : 'out_of_money';
    await sandbox.driver.ai.behave({ provider: 'openai', key: apiKey, behaviour });
  }
  expect(await ask('hello')).toMatchObject({ outcome: 'stopped', reason, texts: [] });
  expect((await sandbox.driver.ai.keys()).map(({ key }) => key)).not.toContain(PLATFORM_KEY);
  const platform = await openBot('openai', { keyMode: 'platform' });
  await platform.setBalance(1);
  expect(await platform.ask('hello')).toMatchObject({ outcome: 'reply' });
  expect((await sandbox.driver.ai.asked()).at(-1)?.key).toBe(PLATFORM_KEY);
});

it('shows the passages found', async () => {
  const { ask, slug, bot } = await openBot();
  const passage = 'Parking is behind the shop. ';
  const text = passage + 'And of other things there are many words. '.repeat(900);
  await addKnowledge(service, { slug, id: bot.id, kind: 'text', title: 'Parking', text });
  while (await readNextSource(service));
  await sandbox.driver.ai.answer({
    contains: 'park',
    tool: { name: 'search_knowledge', arguments: { queries: ['parking'] } },
    answer: 'Behind the shop.',
  });
  const tried = await ask('Where do I park?');
  expect(tried).toMatchObject({ outcome: 'reply', texts: ['Behind the shop.'] });
  expect(tried.toolCalls).toMatchObject([{ name: 'search_knowledge', ok: true }]);
  expect(tried.passages[0]).toMatchObject({ source: 'Parking', text: expect.stringContaining('behind the shop') });
});

it('a bot of another tenant cannot be tried', async () => {
  const { ask } = await openBot();
  const other = await openBot();
  await expect(ask('hello', other.slug)).rejects.toMatchObject({ code: 'unknown_bot' });
  expect(await sandbox.driver.ai.asked()).toEqual([]);
});

it('on the deployment’s key costs the price of a reply, and asks no model without that credit', async () => {
  const { ask, usage, setBalance, balance } = await openBot('openai', { keyMode: 'platform' });
  await setBalance(1.5);
  expect(await ask('hello')).toMatchObject({ outcome: 'reply' });
  expect(await balance()).toBe(0.5);
  const asked = await sandbox.driver.ai.asked();
  await expect(ask('hello')).rejects.toMatchObject({ code: 'insufficient_balance' });
  expect(await sandbox.driver.ai.asked()).toEqual(asked);
  expect(await usage()).toHaveLength(1);
});

it('on the deployment’s key costs nothing if the provider did nothing', async () => {
  const { ask, setBalance, balance } = await openBot('openai', { keyMode: 'platform' });
  await setBalance(1);
  await sandbox.driver.ai.behave({ provider: 'openai', key: PLATFORM_KEY, behaviour: 'rate_limited' });
  expect(await ask('hello')).toMatchObject({ outcome: 'wait' });
  expect(await balance()).toBe(1);
});

it('for an inactive tenant asks no model', async () => {
  const { ask, tenantId } = await openBot();
  await database.db.prisma.tenant.update({ where: { id: tenantId }, data: { status: 'inactive' } });
  await expect(ask('hello')).rejects.toMatchObject({ code: 'insufficient_balance' });
  expect(await sandbox.driver.ai.asked()).toEqual([]);
});

it('is rate limited: a hundred concurrent trials ask the model twenty times', async () => {
  const { ask } = await openBot();
  const trials = await Promise.allSettled(Array.from({ length: 100 }, () => ask('hello')));
  const refused = trials.flatMap((trial) => (trial.status === 'rejected' ? [trial.reason] : []));
  expect(refused).toHaveLength(80);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'rate_limited', extras: { retry_after: 60 } });
  expect(await sandbox.driver.ai.asked()).toHaveLength(20);
});
