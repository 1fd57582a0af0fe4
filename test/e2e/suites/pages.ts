import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChannelFixture, openChannelFixture } from '../../support/channel-fixture.ts';
import { PAGE_CHANNELS } from '../../support/conforming-channels.ts';
import { webhookOf, webhooksOf } from '../../support/expectations.ts';
import type { GetSystem } from './get-system.ts';

/** Two or more messages to one person, sent one after the other; their ids here and at the provider. */
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

/** What only Messenger and Instagram have (docs/reference/events.md#receipts-by-channel). */
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
    /** What was told of receipts of a person's messages: which message, which status. */
    const statuses = async (person: string) =>
      (await fixture.tenant.webhooks())
        .filter(({ body }) => body.event === 'message.status' && body.data.to === person)
        .map(({ body }) => `${body.data.message_id} ${body.data.status}`);

    if (code === 'fb')
      test('a watermark moves each message that it covers, each told once; what came after it stays', async () => {
        const person = channel.makePerson();
        await fixture.hear(person);
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
      test('a seen message moves itself and those before it, each told once; what came after it stays', async () => {
        const person = channel.makePerson();
        await fixture.hear(person);
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

    test('what people typed in the page’s own inbox is read like any other message', async () => {
      const person = channel.makePerson();
      await fixture.hear(person);
      await driver().ownerWrites(person, { account: fixture.account.id, text: 'by hand' });
      const { body } = await webhookOf(fixture.tenant, 'message.sent', (data) => data.to === person);
      await see(person);
      const { message_id: id } = body.data;
      await webhookOf(fixture.tenant, 'message.status', (data) => data.message_id === id && data.status === 'read');
      expect(await statuses(person)).toEqual([`${id} read`]);
    });

    test('a person’s watermark says nothing of messages to others', async () => {
      const [reader, other] = [channel.makePerson(), channel.makePerson()];
      await fixture.hear(reader);
      await fixture.hear(other);
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

    test('a pressed button is a message with the button’s words, in the same conversation', async () => {
      const person = channel.makePerson();
      const { conversation_id: conversation } = await fixture.hear(person);
      const pressed = await fixture.hear(person, { type: 'button', text: 'Get started', payload: 'START' });
      expect(pressed).toMatchObject({ text: 'Get started', conversation_id: conversation, attachments: [] });
      const chosen = await fixture.hear(person, { type: 'button_reply', text: 'Red', payload: 'RED' });
      expect(chosen).toMatchObject({ text: 'Red', conversation_id: conversation });
    });

    // docs/reference/events.md#messagereceived
    test('an answer to our message names it', async () => {
      const person = channel.makePerson();
      await fixture.hear(person);
      const [question] = await sendEach(fixture, person, ['which one?']);
      expect(await fixture.hear(person, { text: 'this one', reply_to: question?.mid })).toMatchObject({
        text: 'this one',
        reply_to: question?.id,
      });
    });

    test('several files in one message are one event', async () => {
      const files = (['image', 'video', 'audio'] as const).map((type) => ({ type }));
      const received = await fixture.hear(channel.makePerson(), { type: 'image', attachments: files });
      expect(received.attachments.map(({ type }: { type: string }) => type)).toEqual(['image', 'video', 'audio']);
      for (const { url } of received.attachments) {
        const file = await request(url);
        await file.body.dump();
        expect(file.statusCode).toBe(200);
      }
    });

    if (code === 'ig')
      test('an answer to a story shows the story, behind an address of ours', async () => {
        const story = Buffer.from('the story');
        const received = await fixture.hear(channel.makePerson(), {
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

    test('a message that is taken back, or changed, before it is answered does not hold the answer up', async () => {
      const person = channel.makePerson();
      const { provider_message_id: target } = await fixture.hear(person, { text: 'oops' });
      await driver().customerWrites(person, { account: fixture.account.id, type: 'revoked', target });
      expect((await fixture.send(person, 'too late, I saw it')).status).toBe(200);
      await webhooksOf(fixture.tenant, 'message.sent', 1, (data) => data.to === person);
    });
  });
}
