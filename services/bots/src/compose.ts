import type { BusClient } from '@parley/bus/bus-client';
import { AI_PROVIDERS, type AiProvider } from '@parley/common/ai-providers';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { endClaimsOf } from '@parley/database/end-claims';
import { limitConnections } from '@parley/database/limit-connections';
import { lockTenant } from '@parley/database/lock-tenant';
import { mapDatabaseErrorsWithPrisma } from '@parley/database/map-database-errors';
import { makeSharedClaims } from '@parley/database/take-over';
import { makeTenantOf } from '@parley/database/tenant-of-slug';
import { priceOf } from '@parley/messaging/credit/message-price';
import { findRetentions } from '@parley/messaging/retention';
import type { Generate } from '@parley/providers/ai/ai-port';
import { makeGenerate } from '@parley/providers/ai/generate';
import { egressRefusal } from '@parley/providers/egress/egress-refusal';
import { type Egress, type EgressEnvironment, openEgress } from '@parley/providers/egress/open-egress';
import { providerAgent } from '@parley/providers/egress/provider-agent';
import { makeStandardSecret } from '@parley/providers/standard-signature';
import type { Environment } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import type { Registry } from 'prom-client';
import type { Dispatcher } from 'undici';
import { openReplies, platformKeys, type ReplyParts } from './adapters/open-replies.ts';
import { openTurns } from './adapters/open-turns.ts';
import { makeReadPdf } from './adapters/read-pdf.ts';
import { makeBotMetrics } from './metrics.ts';
import * as bots from './storage/bot-store.ts';
import { dropTurnsBefore, removeBotsOf, removeKnowledgeOf } from './storage/erase-store.ts';
import * as keys from './storage/key-store.ts';
import { makeKnowledgeDeps } from './storage/knowledge-deps.ts';
import { findDueSourceAt } from './storage/reading-store.ts';
import { isBotOf, listTurns } from './storage/turn-list-store.ts';
import { sumUsageByDay } from './storage/usage-report-store.ts';
import { interruptUsage } from './storage/usage-store.ts';
import { makeDropOldTurns } from './use-cases/drop-old-turns.ts';
import { makeInterruptUsage } from './use-cases/interrupt-usage.ts';
import { makeReply, traceReply } from './use-cases/make-reply.ts';
import { makeManageBots } from './use-cases/manage-bots.ts';
import { makeManageKeys } from './use-cases/manage-keys.ts';
import { makeBotOf, makeManageKnowledge } from './use-cases/manage-knowledge.ts';
import { makeReadSources } from './use-cases/read-sources.ts';
import { makeReadTurns } from './use-cases/read-turns.ts';
import { MAX_RUNNING } from './use-cases/run-turns.ts';
import { makeLoadAllKnowledge, makeSearchKnowledge } from './use-cases/search-knowledge.ts';
import { askWithKey, makeTestKey } from './use-cases/test-key.ts';
import { makeTryBot } from './use-cases/try-bot.ts';

export const USE_CASES = Symbol('bots.use-cases');

/** Dependencies of the service. */
export interface BotsParts {
  environment: UseCaseParts['environment'] & EgressEnvironment;
  database: Database;
  cipher: Cipher;
  bus: Pick<BusClient, 'stream' | 'call'>;
  logger: Logger;
  metrics: Registry;
  now?: () => Date;
}

/** Dependencies of the use cases; tests pass their own. */
export interface UseCaseParts {
  environment: ReplyParts['environment'] & Pick<Environment, 'PARLEY_PRICES' | 'PARLEY_RETENTION_DAYS'>;
  database: Pick<Database, 'query' | 'transaction' | 'prisma' | 'prismaTransaction'>;
  cipher: Pick<Cipher, 'encrypt' | 'decrypt' | 'sign' | 'verify'>;
  egress: Pick<Egress, 'agent' | 'checkUrl' | 'readUrl'>;
  dispatcher: Dispatcher;
  bus: Pick<BusClient, 'stream'>;
  generate: Generate;
  /** Called when sources of knowledge wait to be read. */
  wakeReader(): void;
  now(): Date;
}

export type WiredUseCases = ReturnType<typeof wireUseCases>;
export type UseCases = ReturnType<typeof makeUseCases>;

/**
 * Connections of the pool for making replies, and as many for storing and sending them: API calls keep working when all
 * customers write to bots at once.
 */
const TURN_CONNECTIONS = 1;

/** A free slot is used within this time. */
const FREE_AGAIN_MS = 100;

const KEY_PURPOSE = ({ tenantId, provider }: { tenantId: number; provider: AiProvider }): string =>
  `ai_keys.api_key:${tenantId}:${provider}`;
const TOOL_SECRET_PURPOSE = (tenantId: number): string => `bots.tool_secret:${tenantId}`;

/** All use cases over one database. */
export function wireUseCases(parts: UseCaseParts) {
  const { environment, cipher, now } = parts;
  const database = mapDatabaseErrorsWithPrisma(parts.database);
  const { prisma } = database;
  const knowledge = makeKnowledgeDeps(database);
  const tenantOf = makeTenantOf(database);
  const deploymentKeys = platformKeys(environment);
  const platformProviders = AI_PROVIDERS.filter((provider) => deploymentKeys[provider] !== undefined);
  const refuseUrl = (url: string, tenantId: number) =>
    egressRefusal(() => parts.egress.checkUrl(url, `tenant ${tenantId}`));
  const replies = openReplies({
    ...parts,
    database: limitConnections(database, TURN_CONNECTIONS),
    openKey: (key) => cipher.decrypt(key.apiKey, KEY_PURPOSE(key)),
    openToolSecret: ({ tenantId, toolSecret }) => cipher.decrypt(toolSecret, TOOL_SECRET_PURPOSE(tenantId)),
    searchKnowledge: makeSearchKnowledge(knowledge),
    loadAllKnowledge: makeLoadAllKnowledge(knowledge),
  });
  return {
    tenantOf,
    keys: makeManageKeys({
      saveKey: (key) => keys.saveKey(prisma, key),
      listKeys: (tenantId) => keys.listKeys(prisma, tenantId),
      deleteKey: (tenantId, provider, at) =>
        database.prismaTransaction(async (transaction) => {
          await bots.stopBotsOnKey(transaction.prisma, { tenantId, provider, reason: 'no_key', at });
          return keys.deleteKey(transaction.prisma, tenantId, provider);
        }),
      refuseUrl,
      askWithKey: (account) => askWithKey(parts.generate, account),
      seal: (apiKey, owner) => cipher.encrypt(apiKey, KEY_PURPOSE(owner)),
      platform: { providers: platformProviders, price: Number(environment.PARLEY_BOT_PRICE) },
      now,
    }),
    testKey: makeTestKey({
      findKey: (tenantId, provider) => keys.findKey(database, tenantId, provider),
      openKey: (key) => cipher.decrypt(key.apiKey, KEY_PURPOSE(key)),
      generate: parts.generate,
      markKey: (key, status, at) => keys.markKey(prisma, key, status, at),
      now,
    }),
    bots: makeManageBots({
      insertBot: (bot, maxBots, at) =>
        database.prismaTransaction(async (transaction) => {
          await lockTenant(transaction.sql, bot.tenantId);
          const count = await bots.countBots(transaction.prisma, bot.tenantId);
          return count < maxBots ? bots.insertBot(transaction.prisma, bot, at) : null;
        }),
      listBotsAfter: (tenantId, id, count) => bots.listBotsAfter(prisma, tenantId, id, count),
      findBot: (tenantId, id) => bots.findBot(prisma, tenantId, id),
      changeBot: (tenantId, id, change, at) =>
        database.prismaTransaction(async (transaction) => {
          if (!(await bots.lockBot(transaction.sql, tenantId, id))) return null;
          const bot = await bots.findBot(transaction.prisma, tenantId, id);
          if (bot) await bots.updateBot(transaction.prisma, bot, change(bot), at);
          return bots.findBot(transaction.prisma, tenantId, id);
        }),
      saveToolSecret: (tenantId, id, sealed, at) => bots.saveToolSecret(prisma, { tenantId, id }, sealed, at),
      deleteBot: (tenantId, id, at) =>
        database.prismaTransaction(async (transaction) => {
          const isDeleted = await bots.markBotDeleted(transaction.prisma, tenantId, id, at);
          if (isDeleted) await removeKnowledgeOf(transaction, { tenantId, botId: id });
          return isDeleted;
        }),
      findAccounts: (tenantId, ids) => bots.findAccounts(prisma, tenantId, ids),
      hasKey: async (tenantId, provider) => (await keys.findKey(database, tenantId, provider)) !== null,
      refuseUrl,
      makeToolSecret(tenantId) {
        const secret = makeStandardSecret();
        return { secret, sealed: cipher.encrypt(secret, TOOL_SECRET_PURPOSE(tenantId)) };
      },
      platformProviders,
      now,
    }),
    makeReply: makeReply(replies),
    tryBot: makeTryBot({
      findBot: (tenantId, id) => bots.findBot(prisma, tenantId, id),
      traceReply: (context) => traceReply(replies, context),
    }),
    turns: makeReadTurns({
      isBotOf: (tenantId, id) => isBotOf(database, tenantId, id),
      listTurns: (given) => listTurns(database, given),
      sumUsageByDay: (given) => sumUsageByDay(database, given),
      now,
    }),
    interruptUsage: makeInterruptUsage({ interruptUsage: (given) => interruptUsage(database, given), now }),
    botOf: makeBotOf(tenantOf),
    knowledge: makeManageKnowledge({ ...knowledge, wakeReader: parts.wakeReader, now }),
    findDueSourceAt: () => findDueSourceAt(database),
    readSources: makeReadSources({ ...knowledge, readPdf: makeReadPdf(), now }),
    dropOldTurns: makeDropOldTurns({
      findRetentions: (at) => findRetentions(database, environment.PARLEY_RETENTION_DAYS, at),
      dropTurnsBefore: (retention) => dropTurnsBefore(database, retention),
      now,
    }),
    eraseTenantData: async ({ tenantId }: { tenantId: number }) => ({
      erased: await database.prismaTransaction((transaction) => removeBotsOf(transaction, tenantId)),
      cursor: null,
      waiting: 0,
    }),
  };
}

/** All use cases, with their real dependencies. */
export function makeUseCases(parts: BotsParts) {
  const { environment, now = () => new Date() } = parts;
  const egress = openEgress(environment, { maxSocketsPerHost: MAX_RUNNING });
  const dispatcher = providerAgent(environment.PARLEY_DNS_SERVERS);
  const generate = makeGenerate({ dispatcher: egress.agent });
  let wakeReader = (): void => {};
  let wakeTurns = (): void => {};
  const useCases = wireUseCases({ ...parts, egress, dispatcher, generate, wakeReader: () => wakeReader(), now });
  const claims = makeSharedClaims({
    database: parts.database,
    service: 'bots',
    logger: parts.logger,
    async endClaims(holders) {
      const ended = await endClaimsOf(parts.database, 'bot_turns', holders);
      if (ended > 0) wakeTurns();
      return ended;
    },
  });
  const database = mapDatabaseErrorsWithPrisma(parts.database);
  const runningTurns = openTurns({
    database,
    steps: limitConnections(database, TURN_CONNECTIONS),
    bus: parts.bus,
    reply: useCases.makeReply,
    prices: { message: (channel) => priceOf(environment, channel), reply: environment.PARLEY_BOT_PRICE },
    count: makeBotMetrics(parts.metrics).countTurn,
    claimAs: claims.holder.claimAs,
    logger: parts.logger,
    now,
  });
  return {
    ...useCases,
    claims,
    runningTurns,
    /** Registers a callback that runs when turns are due: a slot is free, or a dead worker's lease has expired. */
    onTurnsDue(wake: () => void, wakeIn: (ms: number) => void) {
      wakeTurns = wake;
      // Many turns end at the same moment: one query serves all of them.
      runningTurns.onFree(() => wakeIn(FREE_AGAIN_MS));
    },
    /** Registers a callback that runs when sources wait to be read. */
    onSourcesDue: (wake: () => void) => {
      wakeReader = wake;
    },
  };
}
