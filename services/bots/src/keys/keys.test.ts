import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenBots, openBots, START } from '../../test/open-bots.ts';
import { deleteAiKey } from './delete-ai-key.ts';
import { listAiKeys } from './list-ai-keys.ts';
import { setAiKey } from './set-ai-key.ts';
import { testAiKey } from './test-ai-key.ts';

const KEY = 'sk-a-key-that-nobody-may-see-7788';
let open: OpenBots;
beforeAll(async () => {
  open = await openBots({ environment: { PARLEY_AI_GOOGLE_KEY: 'AIza-of-the-deployment' } });
});
afterAll(() => open[Symbol.asyncDispose]());

const tested = (failure?: Parameters<OpenBots['ai']['fail']>[0]) => {
  if (failure) open.ai.fail(failure);
  return testAiKey(open.service, { slug: open.tenant.slug, provider: 'openai' });
};

test('a key is encrypted for its tenant and provider, and shows only its last four characters', async () => {
  const { service, database, tenant, cipher } = open;
  const answer = await setAiKey(service, { slug: tenant.slug, provider: 'openai', apiKey: KEY });
  expect(answer).toEqual({
    provider: 'openai',
    baseUrl: null,
    last4: '7788',
    status: 'untested',
    testedAt: null,
    problem: null,
  });
  const { problem: _problem, ...kept } = answer;
  const list = await listAiKeys(service, { slug: tenant.slug });
  expect(list).toEqual({ items: [kept], platform: { providers: ['google'], price: 1 } });
  const [row] = await database.db.prisma.aiKey.findMany();
  expect(JSON.stringify([row, list])).not.toContain('that-nobody-may-see');
  const sealed = row?.apiKey ?? '';
  expect(cipher.decrypt(sealed, `ai_keys.api_key:${tenant.id}:openai`)).toBe(KEY);
  for (const other of [`${tenant.id}:google`, `${tenant.id + 1}:openai`])
    expect(() => cipher.decrypt(sealed, `ai_keys.api_key:${other}`)).toThrow();
});

test('a test uses the key, and only a result that concerns the key becomes its status', async () => {
  await setAiKey(open.service, { slug: open.tenant.slug, provider: 'openai', apiKey: KEY });
  expect(await tested({ kind: 'overloaded' })).toMatchObject({ status: 'untested', problem: 'overloaded' });
  expect(await tested()).toMatchObject({ status: 'works', problem: null, testedAt: START.toISOString() });
  expect(open.ai.asked.at(-1)).toMatchObject({ provider: 'openai', apiKey: KEY, baseUrl: null });
  expect(await tested({ kind: 'rate_limited' })).toMatchObject({ status: 'works', problem: 'rate_limited' });
  expect(await tested({ kind: 'out_of_money' })).toMatchObject({ status: 'out_of_money', problem: 'out_of_money' });
  expect(await tested({ kind: 'refused_key' })).toMatchObject({ status: 'refused', problem: 'refused_key' });
  expect(await tested({ kind: 'empty' })).toMatchObject({ status: 'works', problem: null });
});

test('a verdict on a replaced key does not mark the new one', async () => {
  const { service, tenant, ai } = open;
  const release = ai.hold();
  ai.fail({ kind: 'refused_key' });
  const before = ai.asked.length;
  const testing = testAiKey(service, { slug: tenant.slug, provider: 'openai' });
  await expect.poll(() => ai.asked.length).toBeGreaterThan(before);
  await setAiKey(service, { slug: tenant.slug, provider: 'openai', apiKey: 'sk-the-next-one' });
  release();
  expect(await testing).toMatchObject({ last4: '-one', status: 'untested' });
});

test('a key that is tested first is stored with the result, but when it is refused, the previous key stays', async () => {
  const { service, tenant, ai, database } = open;
  const set = (api_key: string) =>
    setAiKey(service, { slug: tenant.slug, provider: 'openai', apiKey: api_key, test: true });
  const at = START.toISOString();
  expect(await set('sk-that-works-1111')).toMatchObject({
    last4: '1111',
    status: 'works',
    testedAt: at,
    problem: null,
  });
  expect(ai.asked.at(-1)).toMatchObject({ provider: 'openai', apiKey: 'sk-that-works-1111', baseUrl: null });

  const before = await database.db.prisma.aiKey.findMany();
  ai.fail({ kind: 'refused_key' });
  const refused = set('sk-that-is-refused-2222');
  await expect(refused).rejects.toMatchObject({
    code: 'invalid_api_key',
    // 401 would mean that the caller's own key is wrong.
    status: 400,
    message: expect.not.stringContaining('2222'),
  });
  expect(await database.db.prisma.aiKey.findMany()).toEqual(before);

  ai.fail({ kind: 'out_of_money' });
  expect(await set('sk-without-money-3333')).toMatchObject({
    last4: '3333',
    status: 'out_of_money',
    problem: 'out_of_money',
  });
  ai.fail({ kind: 'overloaded' });
  expect(await set('sk-of-a-busy-one-4444')).toMatchObject({
    last4: '4444',
    status: 'untested',
    testedAt: null,
    problem: 'overloaded',
  });
});

test('an address that the egress rules forbid is refused', async () => {
  for (const base_url of ['http://169.254.169.254/v1', 'https://127.0.0.1/v1', 'not an address'])
    await expect(
      setAiKey(open.service, { slug: open.tenant.slug, provider: 'openai', apiKey: KEY, baseUrl: base_url }),
    ).rejects.toMatchObject({ code: 'invalid_base_url' });
});

test('the deletion of a key that does not exist stops no bot', async () => {
  const { service, database, tenant } = open;
  const { prisma } = database.db;
  const at = new Date();
  await prisma.bot.create({
    data: {
      tenantId: tenant.id,
      name: 'Bot',
      enabled: true,
      keyMode: 'own',
      provider: 'anthropic',
      model: 'm',
      instructions: '',
      trigger: {},
      caps: {},
      toolSecret: 'x',
      createdAt: at,
      updatedAt: at,
    },
  });
  await expect(deleteAiKey(service, { slug: tenant.slug, provider: 'anthropic' })).rejects.toMatchObject({
    code: 'unknown_ai_key',
  });
  expect(await prisma.bot.findMany({ where: { tenantId: tenant.id } })).toMatchObject([{ status: 'active' }]);
});

test('a tenant sees, tests and deletes only its own keys', async () => {
  const { service, database, tenant } = open;
  await setAiKey(service, { slug: tenant.slug, provider: 'openai', apiKey: KEY });
  const other = await makeTestTenant(database.db);
  expect((await listAiKeys(service, { slug: other.slug })).items).toEqual([]);
  await expect(testAiKey(service, { slug: other.slug, provider: 'openai' })).rejects.toMatchObject({
    code: 'unknown_ai_key',
  });
  await expect(deleteAiKey(service, { slug: other.slug, provider: 'openai' })).rejects.toMatchObject({
    code: 'unknown_ai_key',
  });
  expect((await listAiKeys(service, { slug: tenant.slug })).items).toHaveLength(1);
});
