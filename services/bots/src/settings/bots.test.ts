import { camelSchemaOf } from '@parley/common/casing/camel-schema';
import * as contracts from '@parley/common/contracts/operator/bots';
import { disconnectAccount } from '@parley/messaging/accounts/write-accounts';
import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addConversation, addMessage } from '../../test/bot-rows.ts';
import { type OpenBots, openBots, START } from '../../test/open-bots.ts';
import { eraseTenantData } from '../erasure/erase-tenant-data.ts';
import { deleteAiKey } from '../keys/delete-ai-key.ts';
import { setAiKey } from '../keys/set-ai-key.ts';
import { createBot } from './create-bot.ts';
import { deleteBot } from './delete-bot.ts';
import { getBot } from './get-bot.ts';
import { listBots } from './list-bots.ts';
import { rotateToolSecret } from './rotate-tool-secret.ts';
import { updateBot } from './update-bot.ts';

let open: OpenBots;
let slug: string;
beforeAll(async () => {
  open = await openBots({ environment: { PARLEY_AI_GOOGLE_KEY: 'AIza-of-the-deployment' } });
  ({ slug } = open.tenant);
  await setAiKey(open.service, { slug, provider: 'openai', apiKey: 'sk-own-key' });
});
afterAll(() => open[Symbol.asyncDispose]());

const GIVEN = {
  slug: 'a',
  name: 'Helper',
  keyMode: 'own',
  provider: 'openai',
  model: 'gpt-5-mini',
  instructions: 'Be kind.',
};
const make = (fields: object = {}, of = slug) =>
  createBot(open.service, camelSchemaOf(contracts.createBot.input).parse({ ...GIVEN, ...fields, slug: of }));
const tool = {
  name: 'stock',
  description: 'How many are left.',
  parameters: { type: 'object' },
  url: 'https://93.184.216.34/stock',
};

test('a bot has the documented defaults; its tool secret is shown once and stored encrypted', async () => {
  const { toolSecret, ...view } = await make();
  expect(view).toMatchObject({
    id: expect.stringMatching(/^bot_\d+$/),
    enabled: true,
    status: 'active',
    stoppedReason: null,
    accounts: [],
    trigger: { kind: 'all' },
    debounceSeconds: 5,
    maxWaitSeconds: 30,
    resumeAfterMinutes: null,
    historyTokens: 6000,
    caps: { turns_per_conversation_hour: 20, tokens_per_day: null, cost_per_month: null },
    tools: [],
  });
  expect(toolSecret).toMatch(/^whsec_/);
  expect(await getBot(open.service, { slug, id: view.id })).toEqual(view);
  const row = await open.database.db.prisma.bot.findFirst({ where: { id: Number(view.id.slice(4)) } });
  expect(JSON.stringify(row)).not.toContain(toolSecret);
  const rotated = await rotateToolSecret(open.service, { slug, id: view.id });
  expect(rotated.toolSecret).not.toBe(toolSecret);
});

test.each([
  ['no_ai_key', { provider: 'anthropic' }],
  ['platform_key_not_offered', { keyMode: 'platform' }],
  ['platform_key_not_offered', { keyMode: 'platform', enabled: false }],
  ['invalid_accounts', { accounts: [999_999] }],
  ['invalid_max_wait_seconds', { debounceSeconds: 20, maxWaitSeconds: 10 }],
  ['invalid_tools_0_url', { tools: [{ ...tool, url: 'https://169.254.169.254/' }] }],
  ['invalid_tools_0_parameters', { tools: [{ ...tool, parameters: { type: 'string' } }] }],
  [
    'invalid_tools_0_parameters',
    { tools: [{ ...tool, parameters: { type: 'object', properties: { a: { type: 'no' } } } }] },
  ],
  ['invalid_tools_0_parameters', { tools: [{ ...tool, parameters: { type: 'object', $ref: 'https://x.example/s' } }] }],
])('%s: %j', async (code, fields) => {
  await expect(make(fields)).rejects.toMatchObject({ code });
});

test.each([
  {
    trigger: {
      kind: 'schedule',
      time_zone: 'Mars/Olympus',
      when: 'inside',
      hours: [{ days: [1], from: '09:00', to: '17:00' }],
    },
  },
  {
    trigger: { kind: 'schedule', time_zone: 'UTC', when: 'inside', hours: [{ days: [1], from: '09:00', to: '09:00' }] },
  },
  {
    trigger: { kind: 'schedule', time_zone: 'UTC', when: 'inside', hours: [{ days: [8], from: '09:00', to: '17:00' }] },
  },
  { trigger: { kind: 'schedule', time_zone: 'UTC', when: 'inside', hours: [] } },
  { trigger: { kind: 'keywords', words: [], match: 'exact' } },
  { trigger: { kind: 'keywords', words: Array.from({ length: 101 }, (_, i) => `w${i}`), match: 'exact' } },
  { trigger: { kind: 'keywords', words: ['price', 'ـَ'], match: 'contains' } },
  { stop_words: ['ـ'] },
  { tools: [tool, tool] },
  { tools: Array.from({ length: 11 }, (_, i) => ({ ...tool, name: `t${i}` })) },
  { tools: [{ ...tool, name: 'hand_over' }] },
  { tools: [{ ...tool, name: 'a b' }] },
  { instructions: 'x'.repeat(20_001) },
  { model: '../other' },
])('a bot is not created from %j', (fields) => {
  expect(contracts.createBot.input.safeParse({ ...GIVEN, ...fields }).success).toBe(false);
});

test('a schedule may run past midnight', () => {
  const hours = [{ days: [5], from: '22:00', to: '06:00' }];
  const trigger = { kind: 'schedule', time_zone: 'Asia/Kuwait', when: 'outside', hours };
  expect(camelSchemaOf(contracts.createBot.input).parse({ ...GIVEN, trigger }).trigger).toEqual(trigger);
});

test('a bot runs on the deployment’s key where that is offered, without a key of the tenant', async () => {
  expect(await make({ keyMode: 'platform', provider: 'google' })).toMatchObject({ keyMode: 'platform' });
});

test('a change keeps absent fields, and enabled true starts a stopped bot', async () => {
  const { toolSecret: _, ...made } = await make({ stopWords: ['human'], tools: [tool] });
  await open.database.db.prisma.bot.updateMany({ data: { status: 'stopped', stoppedReason: 'key_refused' } });
  const renamed = await updateBot(open.service, { slug, id: made.id, name: 'Other' });
  expect(renamed).toEqual({ ...made, name: 'Other', status: 'stopped', stoppedReason: 'key_refused' });
  const started = await updateBot(open.service, { slug, id: made.id, enabled: true });
  expect(started).toEqual({ ...made, name: 'Other' });
  await expect(updateBot(open.service, { slug, id: made.id, provider: 'anthropic' })).rejects.toMatchObject({
    code: 'no_ai_key',
  });
});

test('deleting a key stops the bots that run on it, and no others', async () => {
  const { service, database } = open;
  const { slug: other } = await makeTestTenant(database.db);
  await setAiKey(service, { slug: other, provider: 'openai', apiKey: 'sk-own-key' });
  await setAiKey(service, { slug: other, provider: 'google', apiKey: 'AIza-own-key' });
  const onKey = await make({}, other);
  const onOther = await make({ provider: 'google' }, other);
  const onPlatform = await make({ provider: 'google', keyMode: 'platform' }, other);
  await deleteAiKey(service, { slug: other, provider: 'openai' });
  const [first, ...others] = (await listBots(service, { slug: other, limit: 50 })).items;
  expect(first).toMatchObject({ id: onKey.id, status: 'stopped', stoppedReason: 'no_key' });
  expect(others).toMatchObject([
    { id: onOther.id, status: 'active' },
    { id: onPlatform.id, status: 'active' },
  ]);
});

test('disconnecting an account removes it from its bots, and disables a bot that named no other', async () => {
  const { database, service } = open;
  const [gone, stays] = [await open.addAccount(), await open.addAccount()];
  const alone = await make({ accounts: [gone] });
  const both = await make({ accounts: [gone, stays] });
  const every = await make();
  const at = { reason: 'dashboard' as const, at: START, emptyCredentials: '' };
  await database.db.transaction((sql) => disconnectAccount(sql, gone, at));
  const stopped = { accounts: [], enabled: false, status: 'stopped', stoppedReason: 'no_account' };
  expect(await getBot(service, { slug, id: alone.id })).toMatchObject(stopped);
  expect(await getBot(service, { slug, id: both.id })).toMatchObject({ accounts: [stays], enabled: true });
  expect(await getBot(service, { slug, id: every.id })).toMatchObject({ accounts: [], enabled: true });
  await expect(make({ accounts: [gone] })).rejects.toMatchObject({ code: 'invalid_accounts' });
});

test('a bot whose only account was disconnected starts again only when its accounts are named', async () => {
  const { database, service } = open;
  const at = { reason: 'dashboard' as const, at: START, emptyCredentials: '' };
  const lost = async () => {
    const gone = await open.addAccount();
    const { id } = await make({ accounts: [gone] });
    await database.db.transaction((sql) => disconnectAccount(sql, gone, at));
    return id;
  };
  const update = (id: string, input: object) => updateBot(service, { slug, id, ...input });
  const [first, second] = [await lost(), await lost()];
  await expect(update(first, { enabled: true })).rejects.toMatchObject({ code: 'invalid_accounts' });
  expect(await update(first, { name: 'Other' })).toMatchObject({ accounts: [], enabled: false, status: 'stopped' });
  const stays = await open.addAccount();
  const active = { status: 'active', stoppedReason: null };
  expect(await update(first, { accounts: [stays] })).toMatchObject({ accounts: [stays], enabled: false, ...active });
  expect(await update(first, { enabled: true })).toMatchObject({ accounts: [stays], enabled: true, ...active });
  expect(await update(second, { accounts: [], enabled: true })).toMatchObject({
    accounts: [],
    enabled: true,
    ...active,
  });
});

test('a tenant sees and changes only its own bots, and cannot name an account of another', async () => {
  const { service, database } = open;
  const { id } = await make();
  const other = await makeTestTenant(database.db);
  const foreign = { slug: other.slug, id };
  expect((await listBots(service, { slug: other.slug, limit: 50 })).items).toEqual([]);
  const unknown = { code: 'unknown_bot' };
  await expect(getBot(service, foreign)).rejects.toMatchObject(unknown);
  await expect(updateBot(service, { ...foreign, name: 'Mine' })).rejects.toMatchObject(unknown);
  await expect(deleteBot(service, foreign)).rejects.toMatchObject(unknown);
  await expect(rotateToolSecret(service, foreign)).rejects.toMatchObject(unknown);
  const accounts = [await open.addAccount(other.id)];
  await expect(make({ accounts })).rejects.toMatchObject({ code: 'invalid_accounts' });
});

test('a tenant has at most 50 bots, even when they are created at once, and deleted bots do not count', async () => {
  const { service, database } = open;
  const { slug: other } = await makeTestTenant(database.db);
  const given = { keyMode: 'platform', provider: 'google' };
  for (let count = 0; count < 47; count++) await make(given, other);
  const made = await Promise.allSettled(Array.from({ length: 8 }, () => make(given, other)));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const { items } = await listBots(service, { slug: other, limit: 200 });
  expect(await deleteBot(service, { slug: other, id: items[0]?.id ?? '' })).toEqual({ deleted: true });
  expect((await listBots(service, { slug: other, limit: 200 })).items).toHaveLength(49);
  await make(given, other);
});

test('erasing a tenant deletes all data of its bots, and keeps the bots of others', async () => {
  const { service, database } = open;
  const { prisma } = database.db;
  const { id, slug: other } = await makeTestTenant(database.db);
  await setAiKey(service, { slug: other, provider: 'openai', apiKey: 'sk-own-key' });
  const bot = { tenantId: id, botId: Number((await make({}, other)).id.slice(4)) };
  await prisma.botUsage.create({
    data: { ...bot, step: 1, provider: 'openai', model: 'm', keyMode: 'own', startedAt: START },
  });
  await prisma.knowledgeSource.create({
    data: { ...bot, kind: 'text', title: 'Hours', dueAt: START, createdAt: START },
  });
  const conversation = await addConversation(database.db, id);
  const triggerMessageId = BigInt(await addMessage(database.db, conversation, { text: 'hello' }));
  await prisma.botTurn.create({
    data: { ...bot, conversationId: conversation.id, triggerMessageId, firstAt: START, dueAt: START, createdAt: START },
  });
  const { id: sourceId } = await prisma.knowledgeSource.findFirstOrThrow({ where: { tenantId: id } });
  await prisma.knowledgeChunk.create({
    data: { ...bot, sourceId, position: 1, text: 'Nine to five.', foldedTitle: '', folded: 'nine to five', tokens: 4 },
  });
  const others = await prisma.bot.count({ where: { tenantId: { not: id } } });
  const request = { tenantId: id, requestedAt: START.toISOString(), cursor: null };
  const erase = async () => Object.values((await eraseTenantData(service, request)).erased);
  while ((await erase()).some((count) => count > 0));
  const where = { tenantId: id };
  expect(await prisma.bot.count({ where })).toBe(0);
  expect(await prisma.aiKey.count({ where })).toBe(0);
  expect(await prisma.botUsage.count({ where })).toBe(0);
  expect(await prisma.knowledgeSource.count({ where })).toBe(0);
  expect(await prisma.knowledgeChunk.count({ where })).toBe(0);
  expect(await prisma.botTurn.count({ where })).toBe(0);
  expect(await prisma.bot.count()).toBe(others);
});
