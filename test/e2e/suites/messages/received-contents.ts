import { DEFAULT_EVENT_TYPES } from '@parley/common/events/event-types';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountOf } from '../../../support/channels/comments.ts';
import { connectPage, connectTiktok, type TestPage } from '../../../support/channels/connect-channels.ts';
import { makeTenant, type ReceivedWebhook, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

type Data = ReceivedWebhook['body'];

const AD = {
  source: 'ADS',
  type: 'OPEN_THREAD',
  ref: 'spring',
  ad_id: '6045246247433',
  ads_context_data: { ad_title: 'Summer sale', photo_url: 'https://scontent.example/ad.jpg', product_id: '2000001' },
};
const FROM_AD = {
  source: 'ad',
  source_id: AD.ad_id,
  url: null,
  headline: 'Summer sale',
  body: null,
  media_url: 'https://scontent.example/ad.jpg',
  ctwa_clid: null,
  ref: 'spring',
};

/** Received contents other than texts on fb, ig and tt (docs/reference/events.md#messagereceived). */
export function receivedContentSuite(getSystem: GetSystem): void {
  describe('received contents', () => {
    let tenant: TestTenant;
    let page: TestPage;
    let openId: string;
    beforeAll(async () => {
      const optIn = ['message.updated', 'message.deleted', 'contact.referral', 'comment.updated', 'comment.deleted'];
      const events = [...DEFAULT_EVENT_TYPES, ...optIn];
      const channels = ['fb', 'ig', 'tt'];
      tenant = await makeTenant(getSystem(), { connectWa: false, channels, events, receipts: ['tt'] });
      page = await connectPage(getSystem(), tenant);
      ({ openId } = await connectTiktok(getSystem(), tenant));
    }, 60_000);

    const dataOf = async (event: string, fits: (data: Data) => boolean): Promise<Data> =>
      (await webhookOf(tenant, event, fits)).body.data;

    describe.each(['fb', 'ig'] as const)('%s', (channel) => {
      const writes = (person: string, message: object) =>
        getSystem()
          .sandbox.channel(channel)
          .customerWrites(person, { account: accountOf(page, channel), ...message });
      const receive = async (person: string, message: object): Promise<Data> => {
        const { provider_message_id: id } = await writes(person, message);
        return dataOf('message.received', (data) => data.provider_message_id === id);
      };

      test('a choice has the id that the business gave it, and can carry a referral', async () => {
        const person = uniqueDigits('24');
        const reply = await receive(person, { type: 'button_reply', text: 'Red', payload: 'color-red' });
        expect(reply.interactive).toEqual({ type: 'quick_reply', id: 'color-red', title: 'Red', data: null });
        const started = await receive(person, { type: 'button', text: 'Get Started', payload: 'START', referral: AD });
        expect(started).toMatchObject({
          text: 'Get Started',
          interactive: { type: 'postback', id: 'START', title: 'Get Started', data: null },
          referral: FROM_AD,
        });
      });

      test('a message from an ad names the ad and the product, and a referral without a message is contact.referral', async () => {
        const person = uniqueDigits('24');
        const asked = await receive(person, { text: 'Is it on sale?', referral: AD });
        expect(asked).toMatchObject({ referral: FROM_AD, product: { product_id: '2000001', catalog_id: null } });
        await writes(person, { type: 'referral', payload: 'flyer' });
        const came = await dataOf('contact.referral', ({ from }) => from === person);
        expect(came).toMatchObject({
          channel,
          conversation_id: asked.conversation_id,
          referral: { source: 'link', ref: 'flyer', url: null },
        });
      });

      test('a message is quoted, edited and unsent', async () => {
        const person = uniqueDigits('24');
        const first = await receive(person, { text: 'At five' });
        const quoting = await receive(person, { text: 'this one', reply_to: first.provider_message_id });
        expect(quoting.reply_to).toBe(String(first.message_id));
        await writes(person, { type: 'edited', target: first.provider_message_id, text: 'At six' });
        const ofFirst = ({ message_id: id }: Data): boolean => id === String(first.message_id);
        expect(await dataOf('message.updated', ofFirst)).toMatchObject({ text: 'At six', direction: 'in' });
        await writes(person, { type: 'revoked', target: first.provider_message_id });
        expect(await dataOf('message.deleted', ofFirst)).toMatchObject({ by: 'customer', peer: person });
      });

      test('several files in one webhook are one message', async () => {
        const attachments = [{ type: 'image' }, { type: 'image' }, { type: 'document' }];
        const message = await receive(uniqueDigits('24'), { type: 'image', attachments });
        expect(message.attachments.map(({ type }: Data) => type)).toEqual(['image', 'image', 'document']);
      });
    });

    test('ig: shared posts in both forms, and the story of a reply, are parts with an address', async () => {
      for (const [type, kind] of [
        ['share', 'share'],
        ['post', 'ig_post'],
        ['story_reply', 'story_reply'],
      ]) {
        const { provider_message_id: id } = await getSystem()
          .sandbox.channel('ig')
          .customerWrites(uniqueDigits('24'), { account: page.instagram.id, type: type as 'share', text: 'look' });
        const data = await dataOf('message.received', (given) => given.provider_message_id === id);
        expect(data.attachments).toMatchObject([
          { type: 'unsupported', url: expect.stringMatching(/^https?:/), payload: { type: kind } },
        ]);
      }
    });

    test('tt: quotes, ads and links are reported, and read marks to a key that subscribes to receipts', async () => {
      const person = `user/${uniqueDigits('')}+=`;
      const tiktok = getSystem().sandbox.channel('tt');
      const writes = (message: object) => tiktok.customerWrites(person, { account: openId, ...message });
      await writes({ type: 'referral' });
      const ofPerson = ({ from, to }: Data): boolean => from === person || to === person;
      expect(await dataOf('contact.referral', ofPerson)).toMatchObject({
        channel: 'tt',
        conversation_id: null,
        referral: { source: 'link', ref: 'spring' },
      });
      const ad = { ad_id: '178', ad_name: 'Sale', embed_url: 'https://www.tiktok.com/player/v1/1' };
      await writes({ text: 'hello', referral: { source: 'ad', ad } });
      const first = await dataOf('message.received', ofPerson);
      expect(first.referral).toMatchObject({ source: 'ad', source_id: '178', headline: 'Sale', url: ad.embed_url });
      await writes({ text: 'this one', reply_to: first.provider_message_id });
      const quoting = await dataOf('message.received', (data) => ofPerson(data) && data.text === 'this one');
      expect(quoting.reply_to).toBe(String(first.message_id));
      const sent = await tenant.post('send', { channel: 'tt', to: person, message: 'Yes' });
      await dataOf('message.sent', ({ message_id: id }) => id === sent.body.message_id);
      await writes({ type: 'mark_read' });
      const read = await dataOf('message.status', ({ message_id: id }) => id === sent.body.message_id);
      expect(read).toMatchObject({ channel: 'tt', status: 'read', to: person });
    });

    // docs/reference/comments.md#incoming-comments
    test('fb: a comment that is edited, hidden, shown and removed is reported each time', async () => {
      const { sandbox } = getSystem();
      const made = await sandbox
        .profile('fb')
        .customerComments(uniqueDigits('24'), { account: page.id, text: 'befor' });
      const mine = ({ comment_id: id }: Data): boolean => id === made.comment_id;
      await dataOf('comment.received', mine);
      await sandbox.graph.changeComment(made.comment_id, { text: 'before' });
      const edited = await dataOf('comment.updated', (data) => mine(data) && data.hidden === null);
      expect(edited.text).toBe('before');
      for (const hidden of [true, false]) {
        await sandbox.graph.changeComment(made.comment_id, { hidden });
        const changed = await dataOf('comment.updated', (data) => mine(data) && data.hidden === hidden);
        expect(changed.text).toBe('before');
      }
      await sandbox.graph.deleteComment(made.comment_id);
      expect(await dataOf('comment.deleted', mine)).toMatchObject({ platform: 'fb', post_id: made.post_id });
    });

    test('tt: a comment that is hidden and removed is reported each time', async () => {
      const { tiktok } = getSystem().sandbox;
      const made = await tiktok.customerComments(`user/${uniqueDigits('')}+=`, {
        account: openId,
        text: 'How much?',
        webhook: true,
      });
      const mine = ({ comment_id: id }: Data): boolean => id === made.comment_id;
      await dataOf('comment.received', mine);
      await tiktok.changeComment(made.comment_id, { hidden: true, webhook: true });
      expect(await dataOf('comment.updated', mine)).toMatchObject({ hidden: true, text: 'How much?' });
      await tiktok.deleteComment(made.comment_id, { webhook: true });
      expect(await dataOf('comment.deleted', mine)).toMatchObject({ platform: 'tt' });
    });
  });
}
