import type { BusClient } from '@parley/bus/bus-client';
import { sendPrivateReply } from '@parley/common/contracts/internal/send-private-reply';
import { deliveriesDue, HINT_MAX_KEYS } from '@parley/common/hints';
import type { ClaimAs } from '@parley/database/claim-holder';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrors } from '@parley/database/map-database-errors';
import { quarantine } from '@parley/messaging/quarantine';
import { findRetentions } from '@parley/messaging/retention';
import type { MessengerClient } from '@parley/providers/graph/messenger-client';
import type { TiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Logger } from 'pino';
import { hiddenPerson } from './domain/comment.ts';
import type { PollOutcome } from './domain/poll-schedule.ts';
import { makePublishReply } from './publish-replies.ts';
import { findAccount } from './storage/account-store.ts';
import { eraseCommentsBefore, eraseCommentsOf, removeCommentsOfTenant } from './storage/erase-store.ts';
import { findComment, listComments } from './storage/list-store.ts';
import { makePollStore } from './storage/poll-store.ts';
import { makeReplyStore } from './storage/reply-store.ts';
import { makeTokens } from './tokens.ts';
import { makeEraseData } from './use-cases/erase-data.ts';
import { makeKeepRetention } from './use-cases/keep-retention.ts';
import { makeListComments } from './use-cases/list-comments.ts';
import { makePollAccount } from './use-cases/poll-account.ts';
import { makeRateLimiter } from './use-cases/rate-limiter.ts';
import { makeReplyToComment } from './use-cases/reply-to-comment.ts';
import { makeRunPolls } from './use-cases/run-polls.ts';
import { makeStoreComments } from './use-cases/store-comments.ts';

export const USE_CASES = Symbol('comments.use-cases');

export interface UseCaseParts {
  database: Pick<Database, 'query' | 'transaction'>;
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

/** So that what became of the private reply is still told in the answer about the public one. */
const ANSWER_MARGIN_MS = 1000;
/** Beyond this a poll is taken for dead: it ends after three minutes and the call under way. */
const POLL_LEASE_MS = 5 * 60_000;
/** The app may make ten calls a second (docs/reference/tt.md#errors); replies want some of them. */
const CALLS_PER_SECOND = 9;

/** Everything that the comments service does, over one database, one bus and the platforms. */
export function makeUseCases(parts: UseCaseParts) {
  const { bus, now } = parts;
  /** Its absence is an answer: service_unavailable. */
  const database = mapDatabaseErrors(parts.database);
  const wakeLanes = (instanceIds: string[]): void => {
    for (let from = 0; from < instanceIds.length; from += HINT_MAX_KEYS)
      bus.publishHint(deliveriesDue, { instance_ids: instanceIds.slice(from, from + HINT_MAX_KEYS) });
  };
  const accountOf = (tenantId: number, accountId: number) => findAccount(database, tenantId, accountId);
  const tokens = makeTokens({ cipher: parts.cipher, bus, findAccount: accountOf, logger: parts.logger });
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
    storeComments: makeStoreComments({ database, wakeLanes, now }),
    listComments: makeListComments({ listComments: (tenantId, filter) => listComments(database, tenantId, filter) }),
    replyToComment: makeReplyToComment({
      ...makeReplyStore(database),
      // What the provider said is stored with patience.
      finishReply,
      dropReply,
      markReplyUnknown,
      findComment: (tenantId, commentId) => findComment(database, tenantId, commentId),
      findAccount: accountOf,
      publish: makePublishReply(parts, tokens),
      sendPrivately: async (
        { account: { channel, externalId }, comment, message },
        { request_id, caller, deadline_at },
      ) => {
        if (channel === 'tt') throw new Error('A private message on tt was refused before.');
        const input = {
          channel,
          external_id: externalId,
          comment_id: comment.commentId,
          // Who hides their name is known by the comment alone; the provider's answer tells more.
          to: comment.authorId || hiddenPerson(channel, comment.commentId),
          message,
        };
        const context = { request_id, deadline_at: deadline_at - ANSWER_MARGIN_MS, ...(caller ? { caller } : {}) };
        return bus.call(sendPrivateReply, input, context);
      },
      reportBroken: tokens.reportBroken,
      now,
      timeoutMs: parts.timeoutMs,
      logger: parts.logger,
    }),
    ...makeRunPolls({
      ...polls,
      pollAccount: makePollAccount({
        database,
        tiktok: parts.tiktok,
        tokens,
        rateLimiter: makeRateLimiter({ takeTurn: polls.takeTurn, wait: parts.wait, perSecond: CALLS_PER_SECOND }),
        wakeLanes,
        async setAside({ tenantId, channel, externalId }, change, reason) {
          const payload = JSON.stringify(change);
          await quarantine(database, parts.cipher, [
            { tenantId, channel, externalId, source: 'comment', kind: 'comment', reason, payload },
          ]);
          parts.logger.error({ tenant_id: tenantId, reason }, 'A comment could not be stored; it is set aside.');
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
