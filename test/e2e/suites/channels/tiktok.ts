import { pollUntil } from '@parley/testing/poll-until';
import { request } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ChannelFixture, openChannelFixture } from '../../../support/channels/channel-fixture.ts';
import { CONFORMING_CHANNELS } from '../../../support/channels/conforming-channels.ts';
import type { System } from '../../../support/system/system.ts';
import { uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

/** A token is due in the last twelfth of its life: that twelfth must be longer than the interval of the checks. */
const SHORT_LIFE_SECONDS = 84;
/** A younger token is not renewed again: concurrent callers with the old token get it. */
const RENEWABLE_AFTER_MS = 30_000;
const [TIKTOK] = CONFORMING_CHANNELS.filter(({ code }) => code === 'tt');

/** Behaviour that only TikTok has (docs/reference/tt.md#callbacks). */
export function tiktokSuite(getSystem: GetSystem): void {
  let fixture: ChannelFixture;
  let shortLived: ChannelFixture;
  let connectedAtMs = 0;

  const openTiktok = (system: System): Promise<ChannelFixture> => {
    if (!TIKTOK) throw new Error('tt is one of the channels.');
    return openChannelFixture(system, TIKTOK);
  };

  // Outside the describe: the tokens age while other suites run.
  beforeAll(async () => {
    const system = getSystem();
    connectedAtMs = Date.now();
    await system.sandbox.tiktok.changeSettings({ access_life_seconds: SHORT_LIFE_SECONDS });
    shortLived = await openTiktok(system);
    await system.sandbox.tiktok.changeSettings({ access_life_seconds: 86_400 });
    fixture = await openTiktok(system);
  }, 30_000);

  const makePerson = (): string => TIKTOK?.makePerson() ?? '';
  const refreshesOf = async (of: ChannelFixture): Promise<number[]> => {
    const accounts = await getSystem().sandbox.tiktok.accounts();
    return accounts.find(({ openId }) => openId === of.account.id)?.tokenRefreshes ?? [];
  };
  const place = async (base64: string, mimeType: string): Promise<string> => {
    const { sandbox } = getSystem();
    const id = await sandbox.storeMedia({ base64, mime_type: mimeType });
    return `${sandbox.url}/messaging_cdn/?asset_id=${id}`;
  };

  describe('TikTok', () => {
    test.each([
      ['a video', 'video/mp4', 'AAAAIGZ0eXBpc29t', undefined, 'invalid_media_url'],
      ['what is called a video', 'image/png', 'iVBORw0KGgo=', 'video', 'invalid_media_type'],
      ['what only claims to be an image', 'image/png', 'bm8gaW1hZ2U=', 'image', 'invalid_media_url'],
    ])(
      '%s is refused before anything is sent or charged, because TikTok accepts images only',
      async (_what, mime, base64, hint, error) => {
        const person = makePerson();
        await fixture.receive(person);
        const before = await fixture.balance();
        const media = { media_url: await place(base64, mime), ...(hint ? { media_type: hint } : {}) };
        expect(await fixture.send(person, 'look', media)).toMatchObject({ status: 400, body: { error } });
        expect([await fixture.accepted(person), await fixture.balance()]).toEqual([[], before]);
      },
    );

    test('videos, stickers and shared posts are attachments; files have an address of Parley', async () => {
      const person = makePerson();
      const film = Buffer.from('a film');
      const media = { base64: film.toString('base64'), mime_type: 'video/mp4' };
      const video = await fixture.receive(person, { type: 'video', media });
      expect(video).toMatchObject({ from: person, attachments: [{ type: 'video', payload: null }] });
      const file = await request(video.attachments[0].url);
      expect(Buffer.from(await file.body.arrayBuffer())).toEqual(film);
      expect((await fixture.receive(person, { type: 'sticker' })).attachments).toMatchObject([{ type: 'sticker' }]);
      expect(
        (await fixture.receive(person, { type: 'share_post', video_id: '7300000000000000002' })).attachments,
      ).toMatchObject([{ type: 'unsupported', url: null, payload: { type: 'share_post' } }]);
    });

    test('read marks, messages without content and referrals cause no events for a key without subscription', async () => {
      const person = makePerson();
      await fixture.receive(person);
      const { message_id: id } = (await fixture.send(person, 'hello')).body;
      await webhookOf(fixture.tenant, 'message.sent', (data) => data.message_id === id);
      for (const type of ['mark_read', 'eu', 'referral'] as const)
        await getSystem().sandbox.channel('tt').customerWrites(person, {
          account: fixture.account.id,
          type,
        });
      await fixture.mark(person);
      const events = (await fixture.tenant.webhooks()).filter(
        ({ body }) => body.data.to === person || body.data.from === person,
      );
      expect(events.map(({ body }) => body.event)).toEqual(['message.received', 'message.sent', 'message.received']);
    });

    // docs/reference/tt.md#sending
    test('a person presses a button of a card, which comes back with its id, and a text quotes theirs', async () => {
      const person = makePerson();
      await fixture.receive(person);
      const buttons = [
        { id: 'order-yes', title: 'Yes' },
        { id: 'order-no', title: 'No' },
      ];
      expect((await fixture.send(person, 'Shall we send it?', { buttons })).status).toBe(200);
      const pressed = await fixture.receive(person, { type: 'text', text: 'Yes', button: 'order-yes' });
      expect(pressed).toMatchObject({ text: 'Yes', interactive: { type: 'button', id: 'order-yes', title: 'Yes' } });
      expect((await fixture.send(person, 'Thank you', { reply_to: String(pressed.message_id) })).status).toBe(200);
      const [, quote] = await fixture.accepted(person);
      expect(quote?.body).toMatchObject({
        message_type: 'TEXT',
        referenced_message_info: { referenced_message_id: pressed.provider_message_id },
      });
    });

    test('a post of the account is sent and reported, and a post of another account is refused by TikTok', async () => {
      const person = makePerson();
      await fixture.receive(person);
      const id = `73${uniqueDigits('')}`;
      await getSystem().sandbox.tiktok.addVideo(fixture.account.id, { id });
      const { tenant } = fixture;
      const sent = await tenant.post('send', { channel: 'tt', to: person, post: { id } });
      expect(sent).toMatchObject({ status: 200, body: { ok: true } });
      const { body } = await webhookOf(tenant, 'message.sent', (data) => data.message_id === sent.body.message_id);
      expect(body.data).toMatchObject({ post: { id } });
      const refused = await tenant.post('send', { channel: 'tt', to: person, post: { id: '7300000000000000009' } });
      expect(refused).toMatchObject({ status: 502, body: { error: 'tiktok_error' } });
      expect((await fixture.accepted(person)).map(({ body: given }) => given)).toMatchObject([
        { message_type: 'SHARE_POST', share_post: { item_id: id } },
      ]);
    });

    test('an image is refused where TikTok has none, and a reaction may be a picture', async () => {
      const person = makePerson();
      const { provider_message_id: target } = await fixture.receive(person);
      const { tiktok } = getSystem().sandbox;
      await tiktok.changeSettings({ images: false });
      const media = { media_url: await place('iVBORw0KGgo=', 'image/png') };
      expect(await fixture.send(person, 'look', media)).toMatchObject({ status: 502, body: { error: 'tiktok_error' } });
      await tiktok.changeSettings({ images: true });
      expect(await fixture.accepted(person)).toEqual([]);
      const picture = 'https://p16.tiktokcdn.example/ai-emoji/1.webp';
      const facts = { account: fixture.account.id, target, picture_url: picture };
      await getSystem().sandbox.channel('tt').customerReacts(person, facts);
      const { body } = await webhookOf(fixture.tenant, 'message.reaction', (data) => data.from === person);
      expect(body.data).toMatchObject({ emoji: null, emoji_url: picture, action: 'added' });
    });

    test('TikTok’s own limits are returned in its words, and the credit is refunded', async () => {
      const person = makePerson();
      await fixture.receive(person);
      const longAgo = new Date(Date.now() - 49 * 3_600_000).toISOString();
      const facts = { account: fixture.account.id, last_inbound_at: longAgo };
      await getSystem().sandbox.channel('tt').describeCustomer(person, facts);
      const before = await fixture.balance();
      const refused = await fixture.send(person, 'two days later');
      expect(refused).toMatchObject({
        status: 502,
        body: { error: 'tiktok_error', provider: { name: 'tiktok', status: 200, code: 40064 } },
      });
      expect(refused.body.message).toBe(refused.body.provider.message);
      expect(await fixture.balance()).toBe(before);
      expect((await fixture.tenant.get('channels')).body.counts.tt).toBe(1);
    });

    test('an expired token is renewed once for all concurrent sends, and every message is sent once', {
      timeout: 60_000,
    }, async () => {
      const people = Array.from({ length: 8 }, makePerson);
      await Promise.all(people.map((person) => fixture.receive(person)));
      await pollUntil(() => Date.now() - connectedAtMs > RENEWABLE_AFTER_MS + 5000 || null, {
        deadlineMs: RENEWABLE_AFTER_MS + 10_000,
        what: () => 'a token old enough to be renewed',
      });
      const before = await fixture.balance();
      await getSystem().sandbox.tiktok.endTokens(fixture.account.id, 'expired');
      const sends = await Promise.all(people.map((person) => fixture.send(person, 'right on time')));
      expect(sends.map(({ status }) => status)).toEqual(people.map(() => 200));
      for (const person of people) expect(await fixture.accepted(person)).toHaveLength(1);
      expect(await refreshesOf(fixture)).toHaveLength(1);
      expect(await fixture.balance()).toBe(before - people.length);
    });

    test('one worker renews a token before any call needs it, without an event', {
      timeout: 180_000,
    }, async () => {
      await pollUntil(async () => (await refreshesOf(shortLived)).length > 0 || null, {
        deadlineMs: SHORT_LIFE_SECONDS * 1000 + 60_000,
        everyMs: 200,
        what: () => 'a renewed token',
      });
      expect(await refreshesOf(shortLived)).toHaveLength(1);
      const person = makePerson();
      await shortLived.receive(person);
      expect((await shortLived.send(person, 'still here')).status).toBe(200);
      expect((await shortLived.tenant.webhooks()).map(({ body }) => body.event)).not.toContain('channel.disconnected');
    });

    test('a revoked authorization is reported once as token_revoked, however often TikTok reports it', async () => {
      const person = makePerson();
      const revoked = await openTiktok(getSystem());
      await revoked.receive(person);
      await getSystem().sandbox.tiktok.removeAuthorization(revoked.account.id, { times: 3 });
      const { body } = await webhookOf(revoked.tenant, 'channel.disconnected');
      expect(body.data).toMatchObject({ channel: 'tt', id: revoked.account.id, reason: 'token_revoked' });
      expect(await revoked.send(person, 'x')).toMatchObject({ status: 404, body: { error: 'not_connected' } });
      expect(await webhooksOf(revoked.tenant, 'channel.disconnected', 1)).toHaveLength(1);
    });
  });
}
