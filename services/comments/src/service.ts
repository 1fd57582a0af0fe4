import { setTimeout as pause } from 'node:timers/promises';
import type { BusClient } from '@parley/bus/bus-client';
import { makeTableClaims } from '@parley/database/claims/table-claims';
import type { SharedClaims } from '@parley/database/claims/take-over';
import type { Database } from '@parley/database/connection/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/statements/map-database-errors';
import type { AccountCredentials } from '@parley/messaging/accounts/credentials';
import { makeReportAppRefused } from '@parley/messaging/notify/report-app-refused';
import { tiktokOptions } from '@parley/providers/http/client-options';
import { makePageCalls, type PageCalls } from '@parley/providers/instagram/page-calls';
import { makeTiktokClient, type TiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Environment } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import { makeWake, type Wake } from '@parley/runtime/turns/make-wake';
import type { Registry } from 'prom-client';
import { type CommentsMetrics, makeCommentsMetrics } from './metrics.ts';
import { MATCH_EVERY_MS, makeThrottle, type Throttle } from './polls/poll.rules.ts';
import { takeTurn } from './polls/poll.store.ts';

export const SERVICE = Symbol('comments.service');

type Settings = Pick<Environment, 'PARLEY_TIKTOK_POLL_SECONDS'> & Partial<Pick<Environment, 'PARLEY_RETENTION_DAYS'>>;

export interface CommentsParts {
  environment: Settings & Parameters<typeof makePageCalls>[0] & Parameters<typeof tiktokOptions>[0];
  database: Database;
  cipher: Cipher;
  bus: Pick<BusClient, 'call' | 'publishHint'>;
  logger: Logger;
  metrics: Registry;
  now?: () => Date;
}

export interface CommentsService extends Pick<CommentsParts, 'environment' | 'cipher' | 'bus' | 'logger'> {
  /** Throws `service_unavailable` while the database is unreachable. */
  database: PrismaDatabase;
  /** Throws DatabaseUnavailable, which retries recognize. */
  unmappedDatabase: PrismaDatabase;
  metrics: CommentsMetrics;
  /** The calls of the host that accepts an account's credentials. */
  pageCallsOf(credentials: AccountCredentials): Pick<PageCalls, 'replyToComment'>;
  tiktok: Pick<TiktokClient, 'listComments' | 'listReplies' | 'listVideos' | 'replyToComment'>;
  claims: SharedClaims;
  /** Called when polls may be due. */
  wakePolls: Wake;
  matchThrottle: Throttle;
  /** Reserves the next free slot of the app's rate limit at TikTok; returns the wait in ms. */
  takeTurn(gapMs: number): Promise<number>;
  wait(ms: number): Promise<void>;
  now(): Date;
  random(): number;
}

export function openCommentsService({ now = () => new Date(), ...parts }: CommentsParts): CommentsService {
  const { environment, database, logger } = parts;
  const mapped = mapDatabaseErrorsWithPrisma(database);
  const onAppRefused = makeReportAppRefused({ database, logger, now });
  const service: CommentsService = {
    ...parts,
    database: mapped,
    unmappedDatabase: database,
    metrics: makeCommentsMetrics(parts.metrics),
    pageCallsOf: makePageCalls(environment, { onAppRefused }),
    tiktok: makeTiktokClient(tiktokOptions(environment)),
    claims: makeTableClaims(database, logger, 'comments', { comment_polls: () => service.wakePolls() }),
    wakePolls: makeWake(),
    matchThrottle: makeThrottle(MATCH_EVERY_MS),
    takeTurn: (gapMs) => takeTurn(mapped, gapMs),
    wait: (ms) => pause(ms, undefined, { ref: false }),
    now,
    random: Math.random,
  };
  return service;
}
