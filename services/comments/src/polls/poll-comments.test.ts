import { CommentReceivedData } from '@parley/common/events';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestAccount } from '../../test/fixture.ts';
import { type OpenPolls, openPolls } from '../../test/open-polls.ts';
import { storeCommentChanges } from '../received/store-comment-changes.ts';

let polls: OpenPolls;
let tenant: TestTenant;
let account: TestAccount;
const HOUR_MS = 3600_000;
const at = (beforeMs: number) => new Date(polls.nowMs() - beforeMs).toISOString();

beforeAll(async () => {
  polls = await openPolls();
});
afterAll(() => polls[Symbol.asyncDispose]());
beforeEach(async () => {
  await polls.driver.clearFaults();
  await polls.rows(`UPDATE channel_accounts SET status = 'disconnected'`);
  tenant = await polls.makeTenant();
  account = await polls.connect(tenant, 'tt', { connectedAt: new Date(polls.nowMs()) });
});

const write = (text: string, more: Record<string, unknown> = {}) => polls.write(account, '700001', { text, ...more });
const listed = async () => (await polls.list(tenant)).map(({ text }) => text);

describe('the first poll', () => {
  test('reports no comment older than the connection', async () => {
    const old = await write('old', { at: at(HOUR_MS) });
    await write('old reply', { at: at(HOUR_MS - 1), parent_id: old });
    polls.advance(1000);
    await write('new');
    await polls.pass(3);
    expect(await polls.reported(tenant)).toEqual(['new']);
    expect(await listed()).toEqual(['new']);
  });

  test('reports comments in the second of the connection: TikTok’s times are whole seconds', async () => {
    account = await polls.connect(tenant, 'tt', { connectedAt: new Date(polls.nowMs() + 400) });
    polls.advance(500);
    await write('at once');
    await polls.pass();
    expect(await polls.reported(tenant)).toEqual(['at once']);
  });

  test('starts within fifteen seconds', async () => {
    await polls.drain();
    polls.advance(5000);
    await write('soon');
    await polls.drain();
    polls.advance(10_000);
    await polls.drain();
    expect(await polls.reported(tenant)).toEqual(['soon']);
  });
});

describe('a poll', () => {
  test('reports new comments and replies once, in the form of the contract', async () => {
    await polls.pass();
    const id = await write('first');
    const second = await polls.write(account, '700002', { text: 'second', video_id: account.posts[1] });
    await polls.pass();
    polls.advance(1000);
    const below = await write('a reply', { parent_id: id });
    await polls.pass(3);
    const events = await polls.events(tenant);
    expect(events.map(({ data }) => [data.text, data.comment_id, data.parent_id, data.post_id])).toEqual([
      ['first', id, null, account.posts[0]],
      ['second', second, null, account.posts[1]],
      ['a reply', below, id, account.posts[0]],
    ]);
    for (const { data } of events) expect(CommentReceivedData.parse(data)).toEqual(data);
  });

  test('finds replies to comments older than the connection', async () => {
    const old = await write('old', { at: at(48 * HOUR_MS) });
    await write('older reply', { at: at(47 * HOUR_MS), parent_id: old });
    await polls.pass(2);
    await write('late reply', { parent_id: old });
    await polls.pass(2);
    expect(await polls.reported(tenant)).toEqual(['late reply']);
  });

  test('reads pages until all new comments are found', async () => {
    await polls.pass();
    for (let n = 0; n < 70; n++) {
      polls.advance(100);
      await write(`No. ${n}`);
    }
    await polls.pass(3);
    expect(await polls.reported(tenant)).toEqual(Array.from({ length: 70 }, (_, n) => `No. ${n}`));
  });

  test('reads pages of replies until all new ones are found', async () => {
    await polls.pass();
    const id = await write('first');
    await polls.pass();
    const texts = Array.from({ length: 45 }, (_, n) => `No. ${n}`);
    for (const text of texts) {
      polls.advance(100);
      await write(text, { parent_id: id });
    }
    await polls.pass(2);
    expect(await polls.reported(tenant)).toEqual(['first', ...texts]);
  });

  test('removes deleted comments and their replies from the list, without an event', async () => {
    await polls.pass();
    const [gone, kept] = [await write('gone'), await write('kept')];
    const below = await write('below', { parent_id: kept });
    await polls.pass(2);
    expect((await listed()).toSorted()).toEqual(['below', 'gone', 'kept']);
    await polls.driver.tiktok.deleteComment(gone);
    await polls.driver.tiktok.deleteComment(below);
    await polls.pass(3);
    expect(await listed()).toEqual(['kept']);
    expect(await polls.reported(tenant)).toHaveLength(3);
  });

  test('does not report a hidden comment, and lists it again when it is shown', async () => {
    await polls.pass();
    const [hidden, later] = [await write('hidden'), await write('later')];
    await polls.driver.tiktok.changeComment(hidden, { hidden: true });
    await polls.pass(2);
    expect(await polls.reported(tenant)).toEqual(['later']);
    await polls.driver.tiktok.changeComment(later, { hidden: true });
    await polls.pass(3);
    expect(await listed()).toEqual([]);
    await polls.driver.tiktok.changeComment(later, { hidden: false });
    await polls.driver.tiktok.changeComment(hidden, { hidden: false });
    await polls.pass(3);
    expect((await listed()).toSorted()).toEqual(['hidden', 'later']);
    expect(await polls.reported(tenant)).toEqual(['later', 'hidden']);
  });

  test('marks a comment that the owner answers at the platform as replied, without an event', async () => {
    await polls.pass();
    const id = await write('How much?');
    await polls.pass();
    await polls.driver.tiktok.ownerComments(account.externalId, { text: 'Ten.', parent_id: id });
    await polls.driver.tiktok.ownerComments(account.externalId, { text: 'By the way' });
    await polls.pass(2);
    expect(await polls.reported(tenant)).toEqual(['How much?']);
    expect((await polls.list(tenant)).map(({ replied }) => replied)).toEqual([true]);
  });

  test('and a webhook report one comment once, in either order', async () => {
    await polls.pass();
    const service = polls.startReplica();
    const tell = (comment_id: string, text: string) =>
      storeCommentChanges(service, {
        changes: [
          {
            platform: 'tt',
            externalId: account.externalId,
            change: 'added',
            commentId: comment_id,
            postId: account.posts[0] ?? null,
            parentId: null,
            text,
            from: { id: '700001', name: null },
            isOwn: false,
            at: at(0),
          },
        ],
      });
    const [first, second] = [await write('webhook first'), await write('poll first')];
    await tell(first, 'webhook first');
    await polls.pass();
    await tell(second, 'poll first');
    await tell(first, 'webhook first');
    await polls.pass();
    expect(await polls.reported(tenant)).toEqual(['webhook first', 'poll first']);
  });
});

describe('an account', () => {
  test('that was disconnected is not polled, and starts over when it is connected again', async () => {
    await polls.pass();
    await write('before');
    await polls.pass();
    const connected =
      'UPDATE channel_accounts SET status = $2, connected_at = coalesce($3, connected_at) WHERE id = $1';
    await polls.rows(connected, [account.rowId, 'disconnected', null]);
    await write('meanwhile');
    await polls.pass(2);
    expect(await polls.stateOf(account)).toBeNull();
    polls.advance(1000);
    await polls.rows(connected, [account.rowId, 'connected', new Date(polls.nowMs())]);
    await polls.pass(2);
    await write('after');
    await polls.pass();
    expect(await polls.reported(tenant)).toEqual(['before', 'after']);
  });

  test('keeps its state when the process restarts', async () => {
    await polls.pass();
    const id = await write('before');
    await polls.pass();
    const reads: string[] = [];
    const restarted = polls.startReplica({
      tiktok: {
        listReplies: async (_token, _openId, _videoId, commentId) => {
          reads.push(commentId);
          return { ok: true, value: { comments: [], nextCursor: null } };
        },
      },
    });
    await write('after');
    await polls.pass(2, restarted);
    expect(await polls.reported(tenant)).toEqual(['before', 'after']);
    expect(reads).not.toContain(id);
  });

  test('that is rate limited is not polled for a minute, then for two', async () => {
    const eager = polls.startReplica({ intervalMs: 5000 });
    await polls.drain(eager);
    polls.advance(10_000);
    await polls.driver.tiktok.failNext({ match: { path: '/video/list/' }, mode: 'rate_limit', times: 2 });
    for (const [failures, leastMs] of [
      [1, 60_000],
      [2, 120_000],
    ] as const) {
      await polls.drain(eager);
      const state = await polls.stateOf(account);
      expect(state?.failures).toBe(failures);
      const waitMs = (state?.due_at.getTime() ?? 0) - polls.nowMs();
      expect(waitMs).toBeGreaterThanOrEqual(leastMs);
      polls.advance(waitMs);
    }
    await write('patient');
    await polls.drain(eager);
    expect(await polls.reported(tenant)).toEqual(['patient']);
    expect((await polls.stateOf(account))?.failures).toBe(0);
  });

  test('whose token expired is polled with a new token', async () => {
    await polls.pass();
    await polls.driver.tiktok.endTokens(account.externalId, 'expired');
    polls.health.refresh = async () => {
      const { access_token, refresh_token } = await polls.driver.tiktok.issueTokens(account.externalId);
      await polls.keepCredentials(account, { access_token, refresh_token });
    };
    await write('later');
    await polls.pass();
    expect(await polls.reported(tenant)).toEqual(['later']);
    expect(polls.health.refreshes).toEqual([account.externalId]);
    expect(polls.health.broken).not.toContain(account.externalId);
  });

  test('whose token is refused permanently is reported', async () => {
    await polls.pass();
    await polls.driver.tiktok.endTokens(account.externalId, 'revoked');
    await polls.pass();
    expect(polls.health.broken).toContain(account.externalId);
  });
});
