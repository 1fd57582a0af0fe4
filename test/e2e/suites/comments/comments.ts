import { describe, expect, test } from 'vitest';
import { accountOf, COMMENT_TENANT, reply } from '../../../support/channels/comments.ts';
import { connectPage, connectTiktok } from '../../../support/channels/connect-channels.ts';
import { makeTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { expectSigned, webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

/** These tests poll TikTok every 10 s; one poll reads several accounts. */
const POLLED_WITHIN_MS = 45_000;

/** Incoming comments, and their list (docs/reference/comments.md). */
export function commentSuite(getSystem: GetSystem): void {
  describe('comments', () => {
    test.each(['fb', 'ig'] as const)(
      // docs/reference/events.md#commentreceived
      'a comment on %s fires comment.received at once, with every field, once',
      async (channel) => {
        const system = getSystem();
        const tenant = await makeTenant(system, COMMENT_TENANT);
        const page = await connectPage(system, tenant);
        const person = uniqueDigits('24');
        const account = accountOf(page, channel);
        const made = await system.sandbox.profile(channel).customerComments(person, {
          account,
          text: 'Is there one in blue?',
          name: 'Jane Roe',
          username: 'jane.roe',
          times: 3,
        });
        const received = await webhookOf(tenant, 'comment.received');
        expectSigned(received, tenant.webhookSecret);
        expect(received.body.data).toEqual({
          platform: channel,
          comment_id: made.comment_id,
          post_id: made.post_id,
          parent_id: null,
          text: 'Is there one in blue?',
          from: { id: person, name: channel === 'fb' ? 'Jane Roe' : 'jane.roe' },
          conversation_id: expect.any(Number),
          account: { id: account, number: null, label: channel === 'fb' ? page.name : page.instagram.username },
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        });
        const answered = await system.sandbox.profile(channel).customerComments(person, {
          account,
          text: 'and in red?',
          post_id: made.post_id,
          parent_id: made.comment_id,
        });
        const second = await webhookOf(tenant, 'comment.received', ({ text }) => text === 'and in red?');
        expect(second.body.data).toMatchObject({
          comment_id: answered.comment_id,
          parent_id: made.comment_id,
          conversation_id: received.body.data.conversation_id,
        });
        expect(await webhooksOf(tenant, 'comment.received', 2)).toHaveLength(2);
      },
    );

    // docs/reference/comments.md#timing
    test('comments on tt are polled and arrive within minutes, each once; replies are immediate', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, COMMENT_TENANT);
      const { openId, name, videoId } = await connectTiktok(system, tenant);
      const person = `user/${uniqueDigits('')}+=`;
      // TikTok's webhook reports the first one, and it is answered, before a poll lists both again.
      const { comment_id: early } = await system.sandbox.tiktok.customerComments(person, {
        account: openId,
        text: 'early',
        webhook: true,
        times: 2,
      });
      await webhookOf(tenant, 'comment.received');
      const answered = await reply(tenant, { comment_id: early, message: 'in our shop' });
      expect(answered).toMatchObject({
        status: 200,
        body: { ok: true, platform: 'tt', in_reply_to: early, post_id: videoId, private_message: null },
      });
      const listed = await system.sandbox.tiktok.comments({ account: openId });
      expect(listed.map(({ text }) => text)).toContain('in our shop');
      await system.sandbox.tiktok.ownerComments(openId, { text: 'by the owner' });
      const { comment_id: commentId } = await system.sandbox.tiktok.customerComments(person, {
        account: openId,
        text: 'where can I buy it?',
        display_name: 'Jane',
        username: 'jane',
      });
      const mine = ({ comment_id: id }: { comment_id: string }): boolean => id === commentId;
      const [received] = await webhooksOf(tenant, 'comment.received', 1, mine, POLLED_WITHIN_MS);
      expect(received?.body.data).toMatchObject({
        platform: 'tt',
        post_id: videoId,
        parent_id: null,
        text: 'where can I buy it?',
        from: { id: person, name: expect.stringMatching(/jane/i) },
        conversation_id: expect.any(Number),
        account: { id: openId, number: null, label: name },
      });
      const reported = await webhooksOf(tenant, 'comment.received', 2);
      expect(reported.map(({ body: event }) => event.data.text)).toEqual(['early', 'where can I buy it?']);
    }, 60_000);

    // docs/reference/comments.md#list
    test('comments lists the delivered comments, newest first, page by page, and whether each was answered', async () => {
      const system = getSystem();
      const [tenant, other] = [await makeTenant(system, COMMENT_TENANT), await makeTenant(system, COMMENT_TENANT)];
      const page = await connectPage(system, tenant);
      const [first, second, third] = [
        await system.sandbox.profile('fb').customerComments(uniqueDigits('24'), { account: page.id, text: 'one' }),
        await system.sandbox.profile('fb').customerComments(uniqueDigits('24'), { account: page.id, text: 'two' }),
        await system.sandbox.profile('fb').customerComments(uniqueDigits('24'), { account: page.id, text: 'three' }),
      ];
      const reported = await webhooksOf(tenant, 'comment.received', 3);
      await reply(tenant, { comment_id: second.comment_id, message: 'yes' });
      const listed = await tenant.get('comments', { platform: 'fb', limit: '2' });
      expect(listed).toMatchObject({ status: 200, body: { ok: true, count: 2, next_cursor: expect.any(String) } });
      const rest = await tenant.get('comments', { platform: 'fb', limit: '2', cursor: listed.body.next_cursor });
      expect(rest.body).toMatchObject({ ok: true, count: 1, next_cursor: null });
      const all = [...listed.body.comments, ...rest.body.comments];
      // A platform's times are whole seconds: comments within one second are in the order of their arrival.
      expect(all.map(({ comment_id: id }) => id)).toEqual([third, second, first].map(({ comment_id: id }) => id));
      expect(all.map(({ replied }) => replied)).toEqual([false, true, false]);
      for (const { replied, ...data } of all)
        expect(data).toEqual(reported.find(({ body }) => body.data.comment_id === data.comment_id)?.body.data);
      const ofPost = await tenant.get('comments', { platform: 'fb', post_id: 'nothing' });
      expect(ofPost.body).toEqual({ ok: true, count: 0, comments: [], next_cursor: null });
      for (const [who, platform] of [
        [other, 'fb'],
        [tenant, 'ig'],
      ] as const)
        expect((await who.get('comments', { platform })).body.count).toBe(0);
    });

    // docs/reference/comments.md#list
    test('limit is 1 to 100, platform one of fb, ig, tt, and of the key’s channels', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { channels: ['fb'], connectWa: false });
      for (const limit of ['0', '101', '-1', 'ten', '1.5'])
        expect(await tenant.get('comments', { platform: 'fb', limit }), limit).toMatchObject({
          status: 400,
          body: { error: 'invalid_limit' },
        });
      expect((await tenant.get('comments', { platform: 'wa' })).body.error).toBe('invalid_platform');
      expect((await tenant.get('comments')).body.error).toBe('missing_platform');
      expect(await tenant.get('comments', { platform: 'ig' })).toMatchObject({
        status: 403,
        body: { error: 'channel_not_allowed' },
      });
    });

    test('an edited, hidden or removed comment on fb causes no second event, and a removed comment leaves the list', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, COMMENT_TENANT);
      const page = await connectPage(system, tenant);
      const made = await system.sandbox
        .profile('fb')
        .customerComments(uniqueDigits('24'), { account: page.id, text: 'befor' });
      await webhookOf(tenant, 'comment.received');
      await system.sandbox.graph.changeComment(made.comment_id, { text: 'before' });
      expect((await tenant.get('comments', { platform: 'fb' })).body.comments[0].text).toBe('before');
      await system.sandbox.graph.changeComment(made.comment_id, { hidden: true });
      await system.sandbox.graph.deleteComment(made.comment_id);
      expect((await tenant.get('comments', { platform: 'fb' })).body.comments).toEqual([]);
      await system.sandbox.profile('fb').customerComments(uniqueDigits('24'), { account: page.id, text: 'after' });
      await webhookOf(tenant, 'comment.received', ({ text }) => text === 'after');
      expect(await webhooksOf(tenant, 'comment.received', 2)).toHaveLength(2);
    });

    test('a comment that the page itself writes causes no comment.received', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, COMMENT_TENANT);
      const page = await connectPage(system, tenant);
      for (const channel of ['fb', 'ig'] as const) {
        const account = accountOf(page, channel);
        await system.sandbox.profile(channel).ownerComments(account, { text: 'we are open' });
        await system.sandbox.profile(channel).customerComments(uniqueDigits('24'), { account, text: `to ${channel}` });
      }
      const reported = await webhooksOf(tenant, 'comment.received', 2);
      expect(reported.map(({ body }) => body.data.text).sort()).toEqual(['to fb', 'to ig']);
    });
  });
}
