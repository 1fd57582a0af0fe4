import { setTimeout as pause } from 'node:timers/promises';
import type { BusClient } from '@parley/bus/bus-client';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/map-database-errors';
import { makeTableClaims } from '@parley/database/table-claims';
import type { SharedClaims } from '@parley/database/take-over';
import { makeReportAppRefused } from '@parley/messaging/notify/report-app-refused';
import { graphOptions, tiktokOptions } from '@parley/providers/client-options';
import { type MessengerClient, makeMessengerClient } from '@parley/providers/graph/messenger-client';
import { makeTiktokClient, type TiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Environment } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import { makeWake, type Wake } from '@parley/runtime/make-wake';
import type { Registry } from 'prom-client';
import { type CommentsMetrics, makeCommentsMetrics } from './metrics.ts';
import { takeTurn } from './polls/poll.store.ts';
import { MATCH_EVERY_MS } from './polls/poll-schedule.rules.ts';
import { makeThrottle, type Throttle } from './polls/throttle.rules.ts';

export const SERVICE = Symbol('comments.service');

type Settings = Pick<Environment, 'PARLEY_TIKTOK_POLL_SECONDS'> & Partial<Pick<Environment, 'PARLEY_RETENTION_DAYS'>>;

export interface CommentsParts {
  environment: Settings & Parameters<typeof graphOptions>[0] & Parameters<typeof tiktokOptions>[0];
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
  pages: Pick<MessengerClient, 'replyToComment'>;
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
    pages: makeMessengerClient({ ...graphOptions(environment), onAppRefused }),
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
