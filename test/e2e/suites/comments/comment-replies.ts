import { describe, expect, test } from 'vitest';
import { accountOf, COMMENT_TENANT, reply } from '../../../support/channels/comments.ts';
import {
  authorizePages,
  connectPage,
  connectTiktok,
  makeLink,
  makePage,
  redirectParameters,
  walkLink,
} from '../../../support/channels/connect-channels.ts';
import { makeTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

/** Replies to comments, public and private (docs/reference/comments.md#replies). */
export function commentReplySuite(getSystem: GetSystem): void {
  describe('replies to comments', () => {
    test.each(['fb', 'ig'] as const)(
      'a public reply on %s is published, costs nothing, and causes no comment.received',
      async (channel) => {
        const system = getSystem();
        const tenant = await makeTenant(system, { ...COMMENT_TENANT, balance: '3' });
        const page = await connectPage(system, tenant);
        const account = accountOf(page, channel);
        const made = await system.sandbox
          .profile(channel)
          .customerComments(uniqueDigits('24'), { account, text: 'price?' });
        await webhookOf(tenant, 'comment.received');
        const answered = await reply(tenant, { comment_id: made.comment_id, message: 'see our shop' });
        expect(answered).toMatchObject({
          status: 200,
          body: {
            ok: true,
            platform: channel,
            comment_id: expect.any(String),
            in_reply_to: made.comment_id,
            post_id: made.post_id,
            private_message: null,
          },
        });
        expect(await system.sandbox.graph.comments({ channel: channel, account: account, own: 'true' })).toEqual([
          expect.objectContaining({ id: answered.body.comment_id, text: 'see our shop', by_app: true }),
        ]);
        expect((await tenant.get('status')).body.balance).toBe(3);
        await system.sandbox.profile(channel).customerComments(uniqueDigits('24'), { account, text: 'the last one' });
        await webhookOf(tenant, 'comment.received', ({ text }) => text === 'the last one');
        expect(await webhooksOf(tenant, 'comment.received', 2)).toHaveLength(2);
      },
    );

    test.each(['fb', 'ig'] as const)(
      // docs/reference/comments.md#private-replies
      'a private reply on %s opens a conversation, is reported as message.sent, and costs one message',
      async (channel) => {
        const system = getSystem();
        const tenant = await makeTenant(system, { ...COMMENT_TENANT, balance: '3' });
        const page = await connectPage(system, tenant);
        const account = accountOf(page, channel);
        const person = uniqueDigits('24');
        const made = await system.sandbox.profile(channel).customerComments(person, { account, text: 'price?' });
        const received = await webhookOf(tenant, 'comment.received');
        const answered = await reply(tenant, {
          comment_id: made.comment_id,
          message: 'we wrote to you',
          private_message: 'it is 10',
        });
        expect(answered.body.private_message).toEqual({
          ok: true,
          message_id: expect.stringMatching(/^\d+$/),
          conversation_id: expect.any(Number),
        });
        const { message_id: messageId, conversation_id: conversationId } = answered.body.private_message;
        // Comments have a separate conversation: public and private texts do not mix.
        expect(conversationId).not.toBe(received.body.data.conversation_id);
        const shown = await tenant.admin('GET', `/conversations/${conversationId}`);
        expect(shown.body.name).toBe(received.body.data.from.name);
        const sent = await webhookOf(tenant, 'message.sent');
        expect(sent.body.data).toMatchObject({
          channel,
          message_id: messageId,
          conversation_id: conversationId,
          text: 'it is 10',
          origin: 'api',
        });
        expect((await tenant.get('status')).body.balance).toBe(2);
        await system.sandbox.channel(channel).customerWrites(person, { account, text: 'thank you' });
        const back = await webhookOf(tenant, 'message.received');
        expect(back.body.data).toMatchObject({ from: person, conversation_id: conversationId });
        expect((await tenant.post('send', { channel, to: person, message: 'welcome' })).status).toBe(200);
        const answer = await webhookOf(tenant, 'message.sent', ({ text }) => text === 'welcome');
        expect(answer.body.data.conversation_id).toBe(conversationId);
        const [written] = await system.sandbox.graph.comments({ channel, account, own: 'false' });
        expect(written?.private_reply_message_id).toBe(sent.body.data.provider_message_id);
      },
    );

    // docs/reference/comments.md#private-replies
    test('a refused private reply leaves the public one published, and the answer reports both', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { ...COMMENT_TENANT, balance: '3' });
      const page = await connectPage(system, tenant);
      const made = await system.sandbox
        .profile('fb')
        .customerComments(uniqueDigits('24'), { account: page.id, text: 'price?' });
      await webhookOf(tenant, 'comment.received');
      const both = { comment_id: made.comment_id, message: 'hello', private_message: 'psst' };
      expect((await reply(tenant, both)).body.private_message.ok).toBe(true);
      const again = await reply(tenant, both);
      expect(again).toMatchObject({
        status: 200,
        body: { ok: true, private_message: { ok: false, error: 'graph_error', message: expect.any(String) } },
      });
      expect(await system.sandbox.graph.comments({ channel: 'fb', account: page.id, own: 'true' })).toHaveLength(2);
      expect((await tenant.get('status')).body.balance).toBe(2);
    });

    test('private_message on tt is an error, and nothing is published', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, COMMENT_TENANT);
      const { openId } = await connectTiktok(system, tenant);
      const { comment_id: commentId } = await system.sandbox.tiktok.customerComments('person-1', {
        account: openId,
        webhook: true,
      });
      await webhookOf(tenant, 'comment.received');
      expect(await reply(tenant, { comment_id: commentId, message: 'hi', private_message: 'psst' })).toMatchObject({
        status: 400,
        body: { ok: false, error: 'private_message_not_supported' },
      });
      expect(await system.sandbox.tiktok.comments({ account: openId })).toHaveLength(1);
    });

    test('replies on tt are text only: a file is an invalid field, and a text that is too long is refused', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, COMMENT_TENANT);
      const { openId } = await connectTiktok(system, tenant);
      const { comment_id: commentId } = await system.sandbox.tiktok.customerComments('person-2', {
        account: openId,
        webhook: true,
      });
      await webhookOf(tenant, 'comment.received');
      expect(await reply(tenant, { comment_id: commentId, message: 'x'.repeat(151) })).toMatchObject({
        status: 400,
        body: { error: 'invalid_message' },
      });
      expect(await reply(tenant, { comment_id: commentId })).toMatchObject({
        status: 400,
        body: { error: 'missing_message' },
      });
    });

    test('a comment that is unknown, of another tenant, or older than the connection is 404', async () => {
      const system = getSystem();
      const [owner, other] = [await makeTenant(system, COMMENT_TENANT), await makeTenant(system, COMMENT_TENANT)];
      const page = await makePage(system);
      const before = await system.sandbox
        .profile('fb')
        .customerComments(uniqueDigits('24'), { account: page.id, text: 'early' });
      await authorizePages(owner, [page]);
      const made = await system.sandbox
        .profile('fb')
        .customerComments(uniqueDigits('24'), { account: page.id, text: 'now' });
      await webhookOf(owner, 'comment.received');
      const unknown = { status: 404, body: { ok: false, error: 'unknown_comment' } };
      expect(await reply(other, { comment_id: made.comment_id, message: 'hi' })).toMatchObject(unknown);
      expect(await reply(owner, { comment_id: before.comment_id, message: 'hi' })).toMatchObject(unknown);
      expect(await reply(owner, { comment_id: '1_2', message: 'hi' })).toMatchObject(unknown);
      expect(await system.sandbox.graph.comments({ channel: 'fb', account: page.id, own: 'true' })).toEqual([]);
    });

    test('a public reply on ig without the comment permission returns the provider’s refusal', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, COMMENT_TENANT);
      const page = await makePage(system);
      const choice = { pages: [page], declined: ['instagram_manage_comments'] };
      const { body: link } = await makeLink(tenant, 'ig');
      const reported = redirectParameters(await walkLink(link.connect_url, 'continue', choice));
      expect(reported).toMatchObject({ connected: '2' });
      const account = page.instagram.id;
      const made = await system.sandbox.profile('ig').customerComments(uniqueDigits('24'), { account, text: 'price?' });
      await webhookOf(tenant, 'comment.received');
      const refused = await reply(tenant, { comment_id: made.comment_id, message: 'hi' });
      expect(refused).toMatchObject({ status: 502, body: { error: 'graph_error', provider: { name: 'graph' } } });
      expect(refused.body.message).toBe(refused.body.provider.message);
    });

    // docs/reference/requests.md#idempotency-key
    test('the same Idempotency-Key publishes one reply', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, COMMENT_TENANT);
      const page = await connectPage(system, tenant);
      const made = await system.sandbox
        .profile('fb')
        .customerComments(uniqueDigits('24'), { account: page.id, text: 'price?' });
      await webhookOf(tenant, 'comment.received');
      const body = { comment_id: made.comment_id, message: 'once' };
      const first = await tenant.post('comment-reply', body, { 'idempotency-key': 'reply-1' });
      const again = await tenant.post('comment-reply', body, { 'idempotency-key': 'reply-1' });
      expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotency-replayed': 'true' } });
      expect(await system.sandbox.graph.comments({ channel: 'fb', account: page.id, own: 'true' })).toHaveLength(1);
    });
  });
}
