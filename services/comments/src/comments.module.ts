import { setTimeout as pause } from 'node:timers/promises';
import { type DynamicModule, Module } from '@nestjs/common';
import { BackgroundWorker } from '@parley/bus/background-worker';
import type { BusClient } from '@parley/bus/bus-client';
import type { Environment } from '@parley/common/environment';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { endClaimsOf } from '@parley/database/end-claims';
import { makeSharedClaims } from '@parley/database/take-over';
import type { AnswerStore } from '@parley/messaging/idempotency';
import { providerAgent } from '@parley/providers/egress/provider-agent';
import { makeMessengerClient } from '@parley/providers/graph/messenger-client';
import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { ANSWERS, CommentsController } from './comments.controller.ts';
import { makeUseCases, USE_CASES } from './compose.ts';
import { makePollDuties } from './poll-duties.ts';

export interface CommentsParts {
  environment: Pick<
    Environment,
    | 'PARLEY_GRAPH_URL'
    | 'PARLEY_DNS_SERVERS'
    | 'PARLEY_META_GRAPH_VERSION'
    | 'PARLEY_META_APP_SECRET'
    | 'PARLEY_TIKTOK_URL'
    | 'PARLEY_TIKTOK_APP_ID'
    | 'PARLEY_TIKTOK_APP_SECRET'
    | 'PARLEY_TIKTOK_POLL_SECONDS'
    | 'PARLEY_PROVIDER_TIMEOUT_MS'
  > &
    Partial<Pick<Environment, 'PARLEY_RETENTION_DAYS'>>;
  database: Database;
  cipher: Cipher;
  bus: BusClient;
  logger: Logger;
  metrics: Registry;
  now?: () => Date;
}

@Module({})
class CommentsModule {}

const DEAD_EVERY_MS = 1000;
const RETENTION_EVERY_MS = 60_000;

function makeClients({ environment }: CommentsParts) {
  const timeoutMs = environment.PARLEY_PROVIDER_TIMEOUT_MS;
  const dispatcher = providerAgent(environment.PARLEY_DNS_SERVERS);
  return {
    timeoutMs,
    pages: makeMessengerClient({
      baseUrl: environment.PARLEY_GRAPH_URL,
      version: environment.PARLEY_META_GRAPH_VERSION,
      appSecret: environment.PARLEY_META_APP_SECRET,
      timeoutMs,
      dispatcher,
    }),
    tiktok: makeTiktokClient({
      baseUrl: environment.PARLEY_TIKTOK_URL,
      appId: environment.PARLEY_TIKTOK_APP_ID,
      appSecret: environment.PARLEY_TIKTOK_APP_SECRET,
      timeoutMs,
      dispatcher,
    }),
  };
}

/** The comments service: comments in, lists, replies, polls of TikTok. Wiring only. */
export function makeCommentsModule(parts: CommentsParts): DynamicModule {
  const { database, cipher, bus, logger, metrics, environment, now = () => new Date() } = parts;
  const polls = new Counter({
    name: 'parley_comment_polls_total',
    help: 'Polls of TikTok accounts by outcome',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const wait = async (ms: number): Promise<void> => {
    await pause(ms, undefined, { ref: false });
  };
  let lookForPolls = (): void => {};
  const claims = makeSharedClaims({
    database,
    service: 'comments',
    logger,
    async endClaims(holders) {
      const ended = await endClaimsOf(database, 'comment_polls', holders);
      if (ended > 0) lookForPolls();
      return ended;
    },
  });
  const useCases = makeUseCases({
    database,
    cipher,
    bus,
    logger,
    ...makeClients(parts),
    pollIntervalMs: environment.PARLEY_TIKTOK_POLL_SECONDS * 1000,
    retentionDays: environment.PARLEY_RETENTION_DAYS,
    wait,
    countPoll(outcome) {
      polls.inc({ outcome });
      lookForPolls();
    },
    now,
    random: Math.random,
    claimAs: claims.holder.claimAs,
  });
  const pollDuties = makePollDuties({
    ...useCases,
    now,
    onLook(look) {
      lookForPolls = look;
    },
  });
  const retention = { name: 'retention of comments', everyMs: RETENTION_EVERY_MS, run: useCases.keepRetention };
  const takeOver = {
    name: 'claims of dead workers',
    everyMs: DEAD_EVERY_MS,
    run: () => claims.takeOver().then(() => false),
  };
  return {
    module: CommentsModule,
    controllers: [CommentsController],
    providers: [
      { provide: USE_CASES, useValue: useCases },
      { provide: ANSWERS, useValue: { database, cipher } satisfies AnswerStore },
      {
        provide: BackgroundWorker,
        useValue: new BackgroundWorker([...pollDuties, retention, takeOver], logger, claims.holder),
      },
    ],
  };
}
