import { comments } from '@parley/common/contracts/comments/comments';
import { CommentReceivedData } from '@parley/common/events';
import { inboxChanged } from '@parley/common/hints';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../../test/fixture.ts';
import { commentOn, type OpenComments, openComments } from '../../test/open-comments.ts';

let service: OpenComments;
beforeAll(async () => {
  service = await openComments();
});
afterAll(() => service[Symbol.asyncDispose]());

const textsOf = async (tenant: TestTenant, platform: 'fb' | 'ig' | 'tt') =>
  (await service.act(tenant, comments, { platform, limit: 100 })).output.comments.map(({ text }) => text);
const textsReported = async (tenant: TestTenant) => (await service.events(tenant)).map(({ data }) => data.text);

async function open(platform: 'fb' | 'ig' | 'tt' = 'fb') {
  const tenant = await service.makeTenant();
  return { tenant, account: await service.connect(tenant, platform) };
}

describe('a comment', () => {
  test.each(['fb', 'ig', 'tt'] as const)('on %s is reported in the form of the contract', async (platform) => {
    const { tenant, account } = await open(platform);
    const change = commentOn(account, { parentId: '5_1', at: '2026-03-04T05:06:07.000Z' });
    expect(await service.store(change)).toEqual({ stored: 1, unknown: 0 });
    const [event, ...more] = await service.events(tenant);
    expect(more).toEqual([]);
    expect(event?.type).toBe('comment.received');
    expect(event?.createdAt.toISOString()).toBe(change.at);
    expect(event?.data).toEqual({
      platform,
      comment_id: change.commentId,
      post_id: change.postId,
      parent_id: '5_1',
      text: 'How much?',
      from: { id: '700001', name: 'Ann' },
      conversation_id: event?.conversationId,
      account: { id: account.externalId, number: null, label: account.name },
      created_at: change.at,
    });
    expect(CommentReceivedData.parse(event?.data)).toEqual(event?.data);
    expect(event?.conversationId).toEqual(expect.any(Number));
    const deliveries = await service.rows('SELECT 1 FROM deliveries WHERE instance_id = $1', [
      tenant.caller.instanceId,
    ]);
    expect(deliveries).toHaveLength(1);
  });

  test('that consists of a photo is reported, listed and edited with its photo or video', async () => {
    const { tenant, account } = await open();
    const photo = [{ type: 'image' as const, url: 'https://scontent.fbcdn.example/1.jpg?oe=5' }];
    const change = commentOn(account, { text: '', media: photo });
    await service.store(change);
    const [event] = await service.events(tenant);
    expect(event?.data).toMatchObject({ text: '', media: photo });
    expect(CommentReceivedData.parse(event?.data)).toEqual(event?.data);
    const listed = async () => (await service.act(tenant, comments, { platform: 'fb', limit: 100 })).output.comments;
    expect(await listed()).toMatchObject([{ text: '', media: photo }]);
    const video = [{ type: 'video' as const, url: 'https://scontent.fbcdn.example/1.mp4' }];
    await service.store({ ...change, change: 'edited', text: 'see', media: video, at: new Date().toISOString() });
    expect(await listed()).toMatchObject([{ text: 'see', media: video }]);
    const { media: _, ...bare } = change;
    await service.store({ ...bare, change: 'edited', text: 'see', at: new Date().toISOString() });
    expect((await listed()).map(({ media }) => media)).toEqual([undefined]);
  });

  test('starts a conversation that is reported once to a platform webhook, with started_by comment', async () => {
    const { tenant, account } = await open();
    await service.rows(
      `INSERT INTO platform_webhooks (instance_id, url, events, secret)
       VALUES ('plt_hearscomments', 'https://platform.example/hook', '{new-conversation-created}', 'x')`,
    );
    await Promise.all([1, 2, 3].map((n) => service.store(commentOn(account, { text: `No. ${n}` }))));
    const reported = (await service.events(tenant)).filter(({ type }) => type === 'new-conversation-created');
    await service.rows('UPDATE platform_webhooks SET revoked_at = now()');
    expect(reported).toMatchObject([
      { data: { started_by: 'comment', conversation: { channel: 'fb', name: 'Ann', peer: '700001' } } },
    ]);
  });

  test('repeated at two replicas concurrently is stored and reported once', async () => {
    const { tenant, account } = await open();
    const second = await service.startReplica();
    const changes = Array.from({ length: 20 }, (_, n) => commentOn(account, { text: `No. ${n}` }));
    const backwards = changes.toReversed();
    const calls = Array.from({ length: 8 }, (_, n) =>
      (n % 2 ? service : second).store(...(n % 4 < 2 ? changes : backwards)),
    );
    await Promise.all(calls);
    await second.close();
    expect((await textsReported(tenant)).toSorted()).toEqual(changes.map(({ text }) => text).toSorted());
    expect(await textsOf(tenant, 'fb')).toHaveLength(20);
  });

  test('of a batch is reported in the order of creation, whatever its id', async () => {
    const { tenant, account } = await open('ig');
    const at = (second: number) => new Date(Date.UTC(2026, 3, 4, 5, 6, second)).toISOString();
    await service.store(
      commentOn(account, { commentId: '300', text: 'first', at: at(1) }),
      commentOn(account, { commentId: '100', text: 'third', at: at(3) }),
      commentOn(account, { commentId: '200', text: 'second', at: at(2) }),
    );
    expect(await textsReported(tenant)).toEqual(['first', 'second', 'third']);
  });

  test('of many concurrent people, in any order, is never lost', async () => {
    const { tenant, account } = await open('ig');
    const second = await service.startReplica();
    const people = ['1', '2', '3', '4'].map((id) => ({ id, name: null }));
    const batch = (round: number) =>
      people.map((_, n) => commentOn(account, { from: people[(n * 3 + round) % 4] ?? null, text: `${round}.${n}` }));
    // Fewer at a time than a replica has connections: further ones would be refused after a wait for one.
    const lanes = Array.from({ length: 8 }, async (_, lane) => {
      for (let round = lane; round < 24; round += 8) await (lane % 2 ? service : second).store(...batch(round));
    });
    await Promise.all(lanes);
    await second.close();
    expect(new Set(await textsReported(tenant)).size).toBe(96);
    const conversations = await service.rows('SELECT 1 FROM conversations WHERE tenant_id = $1', [tenant.id]);
    expect(conversations).toHaveLength(4);
  });

  test('of an unconnected account is counted and dropped', async () => {
    const { tenant, account } = await open();
    const stranger = { ...account, externalId: '190800000000777' };
    expect(await service.store(commentOn(stranger), commentOn(account))).toEqual({ stored: 1, unknown: 1 });
    await service.rows(`UPDATE channel_accounts SET status = 'disconnected' WHERE id = $1`, [account.rowId]);
    expect(await service.store(commentOn(account))).toEqual({ stored: 0, unknown: 1 });
    expect(await textsReported(tenant)).toHaveLength(1);
  });

  test('with characters that the database cannot store is stored without them', async () => {
    const { tenant, account } = await open('tt');
    await service.store(commentOn(account, { text: 'a\u0000b\ud83d', from: { id: '1', name: 'A\u0000' } }));
    const [event] = await service.events(tenant);
    expect(event?.data).toMatchObject({ text: 'ab\ufffd', from: { name: 'A' } });
  });
});

describe('edits and removals', () => {
  test('and answers are announced to open pages after the commit, but repeated removals and new comments are not announced', async () => {
    const { tenant, account } = await open();
    const told: number[] = [];
    service.bus.onHint(inboxChanged, ({ tenantIds }) => {
      told.push(...tenantIds.filter((id) => id === tenant.id));
    });
    const untilTold = (times: number) =>
      pollUntil(() => (told.length >= times ? true : null), { what: () => `${told.length} hints` });
    const comment = commentOn(account);
    await service.store(comment);
    await service.store({ ...comment, change: 'edited', text: 'better' });
    await untilTold(1);
    await service.store(commentOn(account, { isOwn: true, parentId: comment.commentId }));
    await untilTold(2);
    const removed = { ...comment, change: 'removed' } as const;
    await service.store(removed);
    await untilTold(3);
    await service.store(removed);
    const other = commentOn(account);
    await service.store(other);
    await service.store({ ...other, change: 'edited', text: 'last' });
    await untilTold(4);
    expect(told).toHaveLength(4);
  });

  test('change the list without an event', async () => {
    const { tenant, account } = await open();
    const [kept, gone] = [commentOn(account, { text: 'kept' }), commentOn(account, { text: 'gone' })];
    await service.store(kept, gone);
    await service.store({ ...kept, change: 'edited', text: 'better' }, { ...gone, change: 'removed', text: '' });
    expect(await textsOf(tenant, 'fb')).toEqual(['better']);
    expect(await textsReported(tenant)).toEqual(expect.arrayContaining(['kept', 'gone']));
    expect(await textsReported(tenant)).toHaveLength(2);
  });

  test('that arrive before their comment are applied to it', async () => {
    const { tenant, account } = await open();
    const [edited, gone] = [commentOn(account, { text: 'old' }), commentOn(account, { text: 'gone' })];
    await service.store({ ...edited, change: 'edited', text: 'new' }, { ...gone, change: 'removed', text: '' });
    expect(await textsOf(tenant, 'fb')).toEqual([]);
    await service.store(edited, gone);
    expect(await textsOf(tenant, 'fb')).toEqual(['new']);
    expect(await textsReported(tenant)).toEqual(['new']);
    await service.store(edited, gone);
    expect(await textsReported(tenant)).toEqual(['new']);
  });

  test('keep the newest text, in whatever order they arrive', async () => {
    const { tenant, account } = await open();
    const change = commentOn(account);
    const edit = (text: string, minute: number) =>
      ({ ...change, change: 'edited', text, at: new Date(Date.UTC(2030, 1, 1, 0, minute)).toISOString() }) as const;
    await service.store(change);
    await service.store(edit('second', 2));
    await service.store(edit('first', 1));
    expect(await textsOf(tenant, 'fb')).toEqual(['second']);
  });

  test('of a removed comment do not restore it', async () => {
    const { tenant, account } = await open();
    const change = commentOn(account);
    await service.store(change);
    await service.store({ ...change, change: 'removed' });
    await service.store({ ...change, change: 'edited', text: 'again' }, change);
    expect(await textsOf(tenant, 'fb')).toEqual([]);
    expect(await textsReported(tenant)).toHaveLength(1);
  });
});

describe('the author', () => {
  test('the account itself causes no event and is not listed', async () => {
    for (const platform of ['fb', 'ig', 'tt'] as const) {
      const { tenant, account } = await open(platform);
      await service.store(
        commentOn(account, { from: { id: account.externalId, name: account.name } }),
        commentOn(account, { isOwn: true }),
        ...(platform === 'ig' ? [commentOn(account, { from: { id: '42', name: account.name } })] : []),
      );
      expect(await textsReported(tenant)).toEqual([]);
      expect(await textsOf(tenant, platform)).toEqual([]);
    }
  });

  test('an anonymous writer has an empty from and a separate conversation', async () => {
    const { tenant, account } = await open();
    const hidden = commentOn(account, { from: null });
    await service.store(hidden, commentOn(account, { from: null }));
    await service.store({ ...hidden, commentId: `1_${hidden.commentId.split('_')[1]}` });
    const events = await service.events(tenant);
    expect(events.map(({ data }) => data.from)).toEqual([
      { id: '', name: '' },
      { id: '', name: '' },
    ]);
    expect(new Set(events.map(({ conversationId }) => conversationId)).size).toBe(2);
    const people = await service.rows('SELECT 1 FROM contacts WHERE tenant_id = $1', [tenant.id]);
    expect(people).toHaveLength(2);
  });

  test('under another prefix of the same comment (fb) is the same comment', async () => {
    const { tenant, account } = await open();
    const change = commentOn(account);
    const tail = change.commentId.split('_')[1];
    await service.store(change);
    await service.store({ ...change, commentId: `${account.externalId}_${tail}` }, { ...change, commentId: `${tail}` });
    expect(await textsReported(tenant)).toHaveLength(1);
    await service.store({ ...change, commentId: `9_${tail}`, change: 'removed' });
    expect(await textsOf(tenant, 'fb')).toEqual([]);
  });
});

describe('a reply on the platform itself', () => {
  const repliedOf = async (tenant: TestTenant, platform: 'fb' | 'ig' | 'tt') =>
    (await service.act(tenant, comments, { platform, limit: 100 })).output.comments.map(({ replied }) => replied);
  const ownBelow = (account: TestAccount, parent_id: string) =>
    commentOn(account, { parentId: parent_id, from: { id: account.externalId, name: account.name }, text: 'Ten.' });

  test.each(['fb', 'ig', 'tt'] as const)('on %s sets replied, in either order of arrival', async (platform) => {
    const { tenant, account } = await open(platform);
    const [asked, early] = [commentOn(account), commentOn(account)];
    await service.store(asked);
    await service.store(ownBelow(account, early.commentId), early, ownBelow(account, asked.commentId));
    expect(await repliedOf(tenant, platform)).toEqual([true, true]);
    expect(await textsReported(tenant)).toHaveLength(2);
    const late = commentOn(account);
    await service.store(ownBelow(account, late.commentId));
    expect(await repliedOf(tenant, platform)).toHaveLength(2);
    await service.store(late);
    expect(await repliedOf(tenant, platform)).toEqual([true, true, true]);
    expect(await textsReported(tenant)).toHaveLength(3);
  });

  test('is ignored when another person wrote it, or when it answers the post', async () => {
    const { tenant, account } = await open();
    const asked = commentOn(account);
    await service.store(asked, commentOn(account, { parentId: asked.commentId }));
    await service.store(commentOn(account, { isOwn: true }));
    expect(await repliedOf(tenant, 'fb')).toEqual([false, false]);
  });

  test('and many concurrent ones, in any order at two replicas, mark every comment', async () => {
    const { tenant, account } = await open('fb');
    const second = await service.startReplica();
    const asked = Array.from({ length: 12 }, () => commentOn(account));
    const answers = asked.map(({ commentId }) => ownBelow(account, commentId));
    const all = [...asked, ...answers];
    const turned = (by: number) => [...all.slice(by), ...all.slice(0, by)];
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? service : second).store(...(n % 3 ? turned(n) : turned(n).toReversed())),
      ),
    );
    await second.close();
    expect(await repliedOf(tenant, 'fb')).toEqual(asked.map(() => true));
    expect(await textsReported(tenant)).toHaveLength(12);
  });
});
