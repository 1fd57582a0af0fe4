import { setTimeout as pause } from 'node:timers/promises';
import type { BusClient } from '@parley/bus/bus-client';
import { makeTellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { makeWakeDeliveries } from '@parley/bus/wake-deliveries';
import { commentReply } from '@parley/common/contracts/comments/comment-reply';
import { sendPrivateReply } from '@parley/common/contracts/internal/send-private-reply';
import type { ClaimAs } from '@parley/database/claim-holder';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { endClaimsOf } from '@parley/database/end-claims';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/map-database-errors';
import { makeSharedClaims } from '@parley/database/take-over';
import { makeReportAppRefused } from '@parley/messaging/notify/report-app-refused';
import { quarantine } from '@parley/messaging/quarantine';
import { findRetentions } from '@parley/messaging/retention';
import { makeOnce } from '@parley/messaging/with-idempotency-key';
import { graphOptions, tiktokOptions } from '@parley/providers/client-options';
import { type MessengerClient, makeMessengerClient } from '@parley/providers/graph/messenger-client';
import { makeTiktokClient, type TiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Environment } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import type { Registry } from 'prom-client';
import { makePublishReply } from './adapters/publish-replies.ts';
import { makeTokens } from './adapters/tokens.ts';
import { hiddenPerson } from './domain/comment.ts';
import type { PollOutcome } from './domain/poll-schedule.ts';
import { makeCommentsMetrics } from './metrics.ts';
import { findAccount } from './storage/account-store.ts';
import { makeInChangeTransaction } from './storage/change-transaction.ts';
import { makeConversationThreadStore } from './storage/conversation-thread-store.ts';
import { eraseCommentsBefore, eraseCommentsOf, removeCommentsOfTenant } from './storage/erase-store.ts';
import { findComment, listComments } from './storage/list-store.ts';
import { makePollStore } from './storage/poll-store.ts';
import { makeReplyStore } from './storage/reply-store.ts';
import { findAbsent, findKnown, findThreads } from './storage/thread-store.ts';
import { makeEraseData } from './use-cases/erase-data.ts';
import { makeKeepRetention } from './use-cases/keep-retention.ts';
import { makeListComments } from './use-cases/list-comments.ts';
import { makeListThread } from './use-cases/list-thread.ts';
import { makePollAccount } from './use-cases/poll-account.ts';
import { makeRateLimiter } from './use-cases/rate-limiter.ts';
import { makeReplyToComment } from './use-cases/reply-to-comment.ts';
import { makeRunPolls } from './use-cases/run-polls.ts';
import { makeStoreComments } from './use-cases/store-comments.ts';

export const USE_CASES = Symbol('comments.use-cases');

/** Dependencies of the service. */
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

/** Dependencies of the use cases; tests pass their own. */
export interface UseCaseParts {
  database: PrismaDatabase;
  cipher: Pick<Cipher, 'decrypt' | 'encrypt' | 'sign'>;
  bus: Pick<BusClient, 'call' | 'publishHint'>;
  logger: Logger;
  pages: Pick<MessengerClient, 'replyToComment'>;
  tiktok: Pick<TiktokClient, 'listComments' | 'listReplies' | 'listVideos' | 'replyToComment'>;
  timeoutMs: number;
  pollIntervalMs: number;
  /** PARLEY_RETENTION_DAYS. */
  retentionDays?: number | undefined;
  wait(ms: number): Promise<void>;
  countPoll(outcome: PollOutcome['kind']): void;
  now(): Date;
  random(): number;
  claimAs?: ClaimAs | undefined;
}

export type UseCases = ReturnType<typeof makeUseCases>;

/** Time reserved for returning the outcome of the private reply with that of the public one. */
const ANSWER_MARGIN_MS = 1000;
/** After this time a poll counts as dead: it normally ends after three minutes plus its last call. */
const POLL_LEASE_MS = 5 * 60_000;
/** The app may make ten calls a second (docs/reference/tt.md#errors); the rest is reserved for replies. */
const CALLS_PER_SECOND = 9;

/** Wires the use cases of the comments service. */
export function wireUseCases(parts: UseCaseParts) {
  const { bus, now } = parts;
  /** Maps an unreachable database to service_unavailable. */
  const database = mapDatabaseErrorsWithPrisma(parts.database);
  const inTransaction = makeInChangeTransaction(database);
  const wakeLanes = makeWakeDeliveries(bus);
  const tellChanged = makeTellInboxChanged(bus);
  const accountOf = (tenantId: number, accountId: number) => findAccount(database, tenantId, accountId);
  const tokens = makeTokens({ cipher: parts.cipher, bus, findAccount: accountOf, logger: parts.logger });
  const once = makeOnce({ database: parts.database, cipher: parts.cipher });
  const polls = makePollStore(database, parts.claimAs);
  const { finishReply, dropReply, markReplyUnknown } = makeReplyStore(parts.database);
  return {
    keepRetention: makeKeepRetention({
      findRetentions: (at) => findRetentions(database, parts.retentionDays, at),
      eraseCommentsBefore: (tenantId, before) => eraseCommentsBefore(database, tenantId, before, now()),
      now,
    }),
    eraseData: makeEraseData({
      eraseCommentsOf: (person) => eraseCommentsOf(database, person, now()),
      removeCommentsOfTenant: (tenantId) => removeCommentsOfTenant(database, tenantId),
    }),
    storeComments: makeStoreComments({ inTransaction, wakeLanes, tellChanged, now }),
    listComments: makeListComments({ listComments: (tenantId, filter) => listComments(database, tenantId, filter) }),
    listThread: makeListThread(makeConversationThreadStore(database)),
    replyToComment: once(
      commentReply,
      makeReplyToComment({
        ...makeReplyStore(database),
        // Retried while the database is unavailable.
        finishReply,
        dropReply,
        markReplyUnknown,
        findComment: (tenantId, commentId) => findComment(database, tenantId, commentId),
        findAccount: accountOf,
        publish: makePublishReply(parts, tokens),
        sendPrivately: async (
          { account: { channel, externalId }, comment, message },
          { requestId, caller, member, deadlineAt },
        ) => {
          if (channel === 'tt') throw new Error('A private message on tt was refused before.');
          const input = {
            channel,
            externalId,
            commentId: comment.commentId,
            // An anonymous commenter is addressed by the comment; the provider's answer contains their address.
            to: comment.authorId || hiddenPerson(channel, comment.commentId),
            name: comment.authorName || undefined,
            message,
          };
          const context = {
            requestId,
            deadlineAt: deadlineAt - ANSWER_MARGIN_MS,
            ...(caller ? { caller } : {}),
            ...(member ? { member } : {}),
          };
          return bus.call(sendPrivateReply, input, context);
        },
        reportBroken: tokens.reportBroken,
        tellChanged,
        now,
        timeoutMs: parts.timeoutMs,
        logger: parts.logger,
      }),
    ),
    ...makeRunPolls({
      ...polls,
      pollAccount: makePollAccount({
        findThreads: (accountId, commentIds) => findThreads(database, accountId, commentIds),
        findKnown: (accountId, commentIds) => findKnown(database, accountId, commentIds),
        findAbsent: (part) => findAbsent(database, part),
        inTransaction,
        tiktok: parts.tiktok,
        tokens,
        rateLimiter: makeRateLimiter({ takeTurn: polls.takeTurn, wait: parts.wait, perSecond: CALLS_PER_SECOND }),
        wakeLanes,
        tellChanged,
        async setAside({ tenantId, channel, externalId }, change, reason) {
          const payload = JSON.stringify(change);
          await quarantine(database, parts.cipher, [
            { tenantId, channel, externalId, source: 'comment', kind: 'comment', reason, payload },
          ]);
          parts.logger.error(
            'comment.quarantined',
            { tenant_id: tenantId, reason },
            'A comment could not be stored; it is in the quarantine.',
          );
        },
        now,
      }),
      intervalMs: parts.pollIntervalMs,
      leaseMs: POLL_LEASE_MS,
      now,
      random: parts.random,
      count: parts.countPoll,
    }),
  };
}

function makeClients({ environment, database, logger, now = () => new Date() }: CommentsParts) {
  return {
    timeoutMs: environment.PARLEY_PROVIDER_TIMEOUT_MS,
    pages: makeMessengerClient({
      ...graphOptions(environment),
      onAppRefused: makeReportAppRefused({ database, logger, now }),
    }),
    tiktok: makeTiktokClient(tiktokOptions(environment)),
  };
}

/** All use cases, with their real dependencies. */
export function makeUseCases(parts: CommentsParts) {
  const { database, cipher, bus, logger, environment, now = () => new Date() } = parts;
  const metrics = makeCommentsMetrics(parts.metrics);
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
  const useCases = wireUseCases({
    database,
    cipher,
    bus,
    logger,
    ...makeClients(parts),
    pollIntervalMs: environment.PARLEY_TIKTOK_POLL_SECONDS * 1000,
    retentionDays: environment.PARLEY_RETENTION_DAYS,
    async wait(ms) {
      await pause(ms, undefined, { ref: false });
    },
    countPoll(outcome) {
      metrics.countPoll(outcome);
      lookForPolls();
    },
    now,
    random: Math.random,
    claimAs: claims.holder.claimAs,
  });
  return {
    ...useCases,
    claims,
    /** Registers the search for due polls, to be woken when there may be one. */
    onPollsDue: (look: () => void) => {
      lookForPolls = look;
    },
  };
}
