import type { BusClient } from '@parley/bus/bus-client';
import type { comments } from '@parley/common/contracts/comments/comments';
import { refreshChannelToken, reportBrokenChannel } from '@parley/common/contracts/internal/channel-health';
import type { OutputOf } from '@parley/common/define-contract';
import type { TiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { silentLogger } from '@parley/testing/silent-logger';
import { Registry } from 'prom-client';
import { listComments } from '../src/lists/list-comments.ts';
import { pollDueAccount } from '../src/polls/poll-due-account.ts';
import { type CommentsService, openCommentsService } from '../src/service.ts';
import { type CommentsFixture, openFixture, type TestAccount } from './fixture.ts';

const POLL_INTERVAL_MS = 60_000;

/** The polls over a real database and the emulated TikTok, with a clock that the test moves. */
export interface OpenPolls extends CommentsFixture {
  intervalMs: number;
  nowMs(): number;
  advance(ms: number): void;
  /** Starts another replica of the service. */
  startReplica(given?: { tiktok?: Partial<TiktokClient>; intervalMs?: number }): CommentsService;
  /** Polls all due accounts. */
  drain(replica?: CommentsService): Promise<void>;
  /** Advances the clock by `times` intervals and polls in each. */
  pass(times?: number, replica?: CommentsService): Promise<void>;
  list(tenant: TestTenant): Promise<OutputOf<typeof comments>['comments']>;
  /** Texts of the reported comments, in order. */
  reported(tenant: TestTenant): Promise<unknown[]>;
  stateOf(account: TestAccount): Promise<{ due_at: Date; failures: number; claim_id: string | null } | null>;
  /** The calls to services/channel-connect, and its answer to a request for a new token. */
  health: { broken: string[]; refreshes: string[]; refresh(openId: string): Promise<void> };
}

export async function openPolls(): Promise<OpenPolls> {
  let nowMs = Date.UTC(2026, 4, 1);
  const fixture = await openFixture(() => nowMs);
  const health: OpenPolls['health'] = { broken: [], refreshes: [], refresh: async () => {} };
  const call = async (contract: unknown, input: { externalId: string }) => {
    if (contract === reportBrokenChannel) {
      health.broken.push(input.externalId);
      return { disconnected: true };
    }
    if (contract !== refreshChannelToken) throw new Error('Nobody else is called.');
    health.refreshes.push(input.externalId);
    await health.refresh(input.externalId);
    return { refreshed: true };
  };
  const bus = { call, publishHint() {} } as unknown as Pick<BusClient, 'call' | 'publishHint'>; // safe: answers both

  const startReplica: OpenPolls['startReplica'] = ({ tiktok = {}, intervalMs = POLL_INTERVAL_MS } = {}) => {
    const service = openCommentsService({
      environment: {
        ...fixture.environment,
        PARLEY_TIKTOK_POLL_SECONDS: intervalMs / 1000,
        PARLEY_PROVIDER_TIMEOUT_MS: 500,
      },
      database: fixture.database.db,
      cipher: fixture.cipher,
      bus,
      logger: silentLogger,
      metrics: new Registry(),
      now: () => new Date(nowMs),
    });
    return { ...service, tiktok: { ...service.tiktok, ...tiktok }, wait: async () => {} };
  };
  const first = startReplica();
  const drain: OpenPolls['drain'] = async (replica = first) => {
    // The rate limit uses the database's clock, which does not follow the test's.
    await fixture.rows(`UPDATE comment_pace SET free_at = 'epoch'`);
    while (await pollDueAccount(replica));
  };
  return {
    ...fixture,
    intervalMs: POLL_INTERVAL_MS,
    nowMs: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
    startReplica,
    drain,
    async pass(times = 1, replica = first) {
      for (let n = 0; n < times; n++) {
        nowMs += POLL_INTERVAL_MS * 1.1;
        await drain(replica);
        // New accounts get their first poll within ten seconds.
        nowMs += 11_000;
        await drain(replica);
      }
    },
    async list({ caller }) {
      const context = { requestId: 'req_test', deadlineAt: Number.POSITIVE_INFINITY, caller };
      return (await listComments(first, { platform: 'tt', limit: 100 }, context)).comments;
    },
    async reported(tenant) {
      return (await fixture.events(tenant)).map(({ data }) => data.text);
    },
    async stateOf({ rowId }) {
      const [row] = await fixture.rows<{ due_at: Date; failures: number; claim_id: string | null }>(
        'SELECT due_at, failures, claim_id FROM comment_polls WHERE channel_account_id = $1',
        [rowId],
      );
      return row ?? null;
    },
    health,
  };
}
