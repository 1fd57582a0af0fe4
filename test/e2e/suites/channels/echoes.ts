import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ChannelFixture, openChannelFixture } from '../../../support/channels/channel-fixture.ts';
import { PROFILE_CHANNELS } from '../../../support/channels/conforming-channels.ts';
import { webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

/** Echoes: the provider's reports of an account's own messages (docs/reference/events.md#origins). */
export function echoSuite(getSystem: GetSystem): void {
  describe.each(PROFILE_CHANNELS.map((channel) => [channel.code, channel] as const))(
    'echoes on %s',
    (code, channel) => {
      let fixture: ChannelFixture;
      beforeAll(async () => {
        fixture = await openChannelFixture(getSystem(), channel);
      }, 30_000);
      afterEach(() => getSystem().sandbox.changeSettings({ echoes: 'after' }));

      const typedByHand = (person: string, text: string, times = 1) =>
        getSystem().sandbox.profile(code).ownerWrites(person, { account: fixture.account.id, text, times });
      const sentTo = async (person: string) =>
        (await fixture.tenant.webhooks())
          .filter(({ body }) => body.event === 'message.sent' && body.data.to === person)
          .map(({ body }) => body.data);

      test('a message typed in the provider’s own inbox is reported once, with origin dashboard, and costs nothing', async () => {
        const person = channel.makePerson();
        const { conversation_id: conversation } = await fixture.receive(person);
        const before = await fixture.balance();
        const { provider_message_id: id } = await typedByHand(person, 'typed by hand', 3);
        await webhookOf(fixture.tenant, 'message.sent', (data) => data.to === person);
        await fixture.mark(person);
        expect(await sentTo(person)).toMatchObject([
          {
            channel: code,
            origin: 'dashboard',
            text: 'typed by hand',
            account: fixture.account,
            conversation_id: conversation,
            provider_message_id: id,
            template: null,
          },
        ]);
        expect(await fixture.balance()).toBe(before);
      });

      test.each(['after', 'before'] as const)(
        'sends are reported once when their echo comes %s the provider’s answer, including equal texts and files',
        async (echoes) => {
          const system = getSystem();
          await system.sandbox.changeSettings({ echoes });
          const person = channel.makePerson();
          const { conversation_id: conversation } = await fixture.receive(person);
          const stored = await system.sandbox.storeMedia({
            base64: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).toString('base64'),
            mime_type: 'image/jpeg',
          });
          const file = { media_url: `${system.sandbox.url}/messaging_cdn/?asset_id=${stored}`, media_type: 'image' };
          const before = await fixture.balance();
          const sends = [{}, {}, {}, file, {}].map((more) => fixture.send(person, 'the same words', more));
          const ids = (await Promise.all(sends)).map(({ status, body }) => [status, body.message_id]);
          expect(ids.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
          await webhooksOf(fixture.tenant, 'message.sent', 5, (data) => data.to === person);
          // The echo of the text typed now comes after all echoes of the sends.
          await typedByHand(person, 'the same words');
          await webhooksOf(fixture.tenant, 'message.sent', 6, (data) => data.to === person);
          await fixture.mark(person);
          const reported = await sentTo(person);
          expect(
            reported
              .filter(({ origin }) => origin === 'api')
              .map(({ message_id: id }) => id)
              .sort(),
          ).toEqual(ids.map(([, id]) => id).sort());
          expect(reported.map(({ origin }) => origin).sort()).toEqual(['api', 'api', 'api', 'api', 'api', 'dashboard']);
          expect(new Set(reported.map(({ provider_message_id: id }) => id)).size).toBe(6);
          expect(new Set(reported.map(({ conversation_id: id }) => id))).toEqual(new Set([conversation]));
          expect(await fixture.accepted(person)).toHaveLength(6);
          expect(await fixture.balance()).toBe(before - 5);
        },
      );

      test('a send whose answer is lost is settled by an echo that came before the answer', async () => {
        const system = getSystem();
        await system.sandbox.changeSettings({ echoes: 'before' });
        const person = channel.makePerson();
        await fixture.receive(person);
        const to = await channel.addressee(system, fixture.account, person);
        await system.sandbox.channel(code).failNext({ mode: 'reset', after_accept: true, match: { to } });
        expect(await fixture.send(person, 'lost')).toMatchObject({ status: 504, body: { error: 'provider_timeout' } });
        await webhookOf(fixture.tenant, 'message.sent', (data) => data.to === person);
        await fixture.mark(person);
        expect(await sentTo(person)).toMatchObject([{ origin: 'api', text: 'lost' }]);
        expect(await fixture.accepted(person)).toHaveLength(1);
      });
    },
  );
}
