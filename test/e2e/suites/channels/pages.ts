import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChannelFixture, openChannelFixture } from '../../../support/channels/channel-fixture.ts';
import { PAGE_CHANNELS } from '../../../support/channels/conforming-channels.ts';
import { webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

/** Sends texts to one person in sequence; returns their ids in Parley and at the provider. */
async function sendEach(fixture: ChannelFixture, person: string, texts: readonly string[]) {
  const sent: { id: string; mid: string; atMs: number }[] = [];
  for (const text of texts) {
    const { message_id: id } = (await fixture.send(person, text)).body;
    const { body } = await webhookOf(fixture.tenant, 'message.sent', (data) => data.message_id === id);
    const accepted = await fixture.accepted(person);
    const atMs = Date.parse(String(accepted.at(-1)?.at));
    sent.push({ id, mid: body.data.provider_message_id, atMs });
  }
  return sent;
}

/** Behaviour that only Messenger and Instagram have (docs/reference/events.md#receipts-by-channel). */
export function pageSuite(getSystem: GetSystem): void {
  describe.each(PAGE_CHANNELS.map((channel) => [channel.code, channel] as const))('pages: %s', (code, channel) => {
    let fixture: ChannelFixture;
    beforeAll(async () => {
      fixture = await openChannelFixture(getSystem(), channel);
      await getSystem().sandbox.changeSettings({ receipts: 'off' });
    }, 30_000);
    afterAll(() => getSystem().sandbox.changeSettings({ receipts: 'all' }));

    const driver = () => getSystem().sandbox.graph[code === 'fb' ? 'messenger' : 'instagram'];
    const see = (person: string, upTo: { watermark?: number; mid?: string } = {}) =>
      driver().customerSees(person, { account: fixture.account.id, ...upTo });
    /** The reported receipts of a person's messages: which message, which status. */
    const statuses = async (person: string) =>
      (await fixture.tenant.webhooks())
        .filter(({ body }) => body.event === 'message.status' && body.data.to === person)
        .map(({ body }) => `${body.data.message_id} ${body.data.status}`);

    if (code === 'fb')
      test('a watermark advances each message that it covers, each reported once; later messages stay', async () => {
        const person = channel.makePerson();
        await fixture.receive(person);
        const [one, two, three] = await sendEach(fixture, person, ['one', 'two', 'three']);
        for (let times = 0; times < 2; times++)
          await driver().customerReceives(person, {
            account: fixture.account.id,
            watermark: three?.atMs,
            mids: times === 0,
          });
        await see(person, { watermark: two?.atMs });
        await see(person, { watermark: one?.atMs });
        await fixture.mark(person);
        expect((await statuses(person)).sort()).toEqual(
          [one, two, three]
            .map((each) => `${each?.id} delivered`)
            .concat([`${one?.id} read`, `${two?.id} read`])
            .sort(),
        );
        await see(person, { watermark: three?.atMs });
        await webhookOf(
          fixture.tenant,
          'message.status',
          (data) => data.message_id === three?.id && data.status === 'read',
        );
        expect(await statuses(person)).toHaveLength(6);
      });

    if (code === 'ig')
      test('a seen message advances itself and those before it, each reported once; later messages stay', async () => {
        const person = channel.makePerson();
        await fixture.receive(person);
        const [one, two, three] = await sendEach(fixture, person, ['one', 'two', 'three']);
        for (const seen of [two, two, one]) await see(person, { mid: seen?.mid });
        await fixture.mark(person);
        expect((await statuses(person)).sort()).toEqual([`${one?.id} read`, `${two?.id} read`].sort());
        await see(person, { mid: three?.mid });
        await webhookOf(
          fixture.tenant,
          'message.status',
          (data) => data.message_id === three?.id && data.status === 'read',
        );
        expect(await statuses(person)).toHaveLength(3);
      });

    test('a message typed in the page’s own inbox is marked read like any other message', async () => {
      const person = channel.makePerson();
      await fixture.receive(person);
      await driver().ownerWrites(person, { account: fixture.account.id, text: 'by hand' });
      const { body } = await webhookOf(fixture.tenant, 'message.sent', (data) => data.to === person);
      await see(person);
      const { message_id: id } = body.data;
      await webhookOf(fixture.tenant, 'message.status', (data) => data.message_id === id && data.status === 'read');
      expect(await statuses(person)).toEqual([`${id} read`]);
    });

    test('a person’s watermark does not change messages to others', async () => {
      const [reader, other] = [channel.makePerson(), channel.makePerson()];
      await fixture.receive(reader);
      await fixture.receive(other);
      await sendEach(fixture, other, ['to the other']);
      const [mine] = await sendEach(fixture, reader, ['to the reader']);
      await see(reader);
      await webhookOf(
        fixture.tenant,
        'message.status',
        (data) => data.message_id === mine?.id && data.status === 'read',
      );
      await fixture.mark(other);
      expect(await statuses(other)).toEqual([]);
    });

    test('a pressed button is a message with the button’s text, in the same conversation', async () => {
      const person = channel.makePerson();
      const { conversation_id: conversation } = await fixture.receive(person);
      const pressed = await fixture.receive(person, { type: 'button', text: 'Get started', payload: 'START' });
      expect(pressed).toMatchObject({ text: 'Get started', conversation_id: conversation, attachments: [] });
      const chosen = await fixture.receive(person, { type: 'button_reply', text: 'Red', payload: 'RED' });
      expect(chosen).toMatchObject({ text: 'Red', conversation_id: conversation });
    });

    // docs/reference/events.md#messagereceived
    test('a reply to a sent message names it', async () => {
      const person = channel.makePerson();
      await fixture.receive(person);
      const [question] = await sendEach(fixture, person, ['which one?']);
      expect(await fixture.receive(person, { text: 'this one', reply_to: question?.mid })).toMatchObject({
        text: 'this one',
        reply_to: question?.id,
      });
    });

    test('several files in one message are one event', async () => {
      const files = (['image', 'video', 'audio'] as const).map((type) => ({ type }));
      const received = await fixture.receive(channel.makePerson(), { type: 'image', attachments: files });
      expect(received.attachments.map(({ type }: { type: string }) => type)).toEqual(['image', 'video', 'audio']);
      for (const { url } of received.attachments) {
        const file = await request(url);
        await file.body.dump();
        expect(file.statusCode).toBe(200);
      }
    });

    if (code === 'ig')
      test('a reply to a story shows the story, behind an address of Parley', async () => {
        const story = Buffer.from('the story');
        const received = await fixture.receive(channel.makePerson(), {
          type: 'story_reply',
          text: 'wow',
          media: { base64: story.toString('base64'), mime_type: 'image/jpeg' },
        });
        expect(received).toMatchObject({
          text: 'wow',
          attachments: [{ type: 'unsupported', payload: { type: 'story_reply' } }],
        });
        const [{ url }] = received.attachments;
        expect(new URL(url).origin).toBe(getSystem().origin);
        expect(Buffer.from(await (await request(url)).body.arrayBuffer())).toEqual(story);
      });

    test('a message that is removed or edited before it is answered does not block the reply', async () => {
      const person = channel.makePerson();
      const { provider_message_id: target } = await fixture.receive(person, { text: 'oops' });
      await driver().customerWrites(person, { account: fixture.account.id, type: 'revoked', target });
      expect((await fixture.send(person, 'too late, I saw it')).status).toBe(200);
      await webhooksOf(fixture.tenant, 'message.sent', 1, (data) => data.to === person);
    });
  });
}
