import { beforeAll, describe, expect, test } from 'vitest';
import { openGroup, personWritesTo } from '../../../test/support/channels/linked-devices.ts';
import { webhookOf } from '../../../test/support/webhooks/expectations.ts';
import type { Fixture } from '../support/open-fixture.ts';

type Linked = Awaited<ReturnType<typeof openGroup>>;

const FILES = ['image', 'video', 'audio', 'voice', 'document', 'sticker'] as const;
const HAVE_NO_TEXT: readonly string[] = ['voice', 'sticker'];
/** Contents without a file, and the member of the network's message that carries each. */
const CONTENTS = [
  { name: 'a text', content: { message: 'hello' }, part: 'extendedTextMessage' },
  { name: 'a location', content: { location: { latitude: 29.37, longitude: 47.97 } }, part: 'locationMessage' },
  { name: 'a contact', content: { contacts: [{ name: 'Ada', phones: ['+96550000002'] }] }, part: 'contactMessage' },
  { name: 'a poll', content: { poll: { question: 'Tea?', options: ['yes', 'no'] } }, part: 'pollCreationMessageV3' },
];
const BUTTONS = { message: 'Tea?', buttons: [{ id: 'y', title: 'Yes' }] };
const LIST = { message: 'Tea?', list: { button: 'Show', sections: [{ rows: [{ id: 'g', title: 'Green' }] }] } };

/** A linked device does what docs/reference/wd.md says it can, by the methods of the SDK. */
export function linkedDeviceSuite(getFixture: () => Fixture): void {
  describe('a linked device', () => {
    let linked: Linked;
    const call = (method: string, input: object) => getFixture().driver.get('call', { method, input });
    const send = (input: object) => call('messages.send', { channel: 'wd', to: `+${linked.ann}`, ...input });
    /** The newest message that the network took from the device. */
    const taken = async () => {
      const messages = await linked.system.sandbox.devices.taken({ device: linked.device.deviceId });
      return messages.at(-1);
    };

    beforeAll(async () => {
      const fixture = getFixture();
      linked = await openGroup(fixture.system);
      await fixture.useTenant(linked.tenant);
    }, 120_000);

    test.each(CONTENTS)('sends $name', async ({ content, part }) => {
      expect(await send(content)).toMatchObject({ channel: 'wd', to: `+${linked.ann}` });
      expect(Object.keys((await taken())?.proto ?? {})).toContain(part);
    });

    test.each(FILES)('sends a file: %s', async (type) => {
      const { system, tenant, device, ann } = linked;
      const bytes = Buffer.from(`a file of type ${type}`);
      const file = { base64: bytes.toString('base64'), ...(type === 'document' ? { filename: 'list.pdf' } : {}) };
      await personWritesTo(system, ann, device.number, { type, ...file });
      const received = await webhookOf(tenant, 'message.received', ({ attachments }) => attachments[0]?.type === type);
      await send({
        media_url: received.body.data.attachments[0].url,
        media_type: type,
        ...(HAVE_NO_TEXT.includes(type) ? {} : { message: `the ${type}` }),
      });
      const messages = await system.sandbox.devices.taken({ device: device.deviceId });
      const back = messages.findLast((one) => one.type === type);
      expect((await system.sandbox.devices.mediaOf(back?.seq ?? 0)).equals(bytes)).toBe(true);
    });

    test.each([
      { name: 'buttons', content: BUTTONS },
      { name: 'a list', content: LIST },
    ])('refuses $name, and sends them as text where the caller allows it', async ({ content }) => {
      const input = { channel: 'wd', to: `+${linked.ann}`, ...content };
      const refused = await getFixture().driver.ask('call', { method: 'messages.send', input });
      expect(refused.error).toMatchObject({ kind: 'api', code: 'unsupported_content', status: 400 });
      expect(await send({ ...content, fallback: 'text' })).toMatchObject({ fallback: true });
      expect((await taken())?.text).toContain('1. ');
    });

    test('quotes a message, and reads, reacts to, edits and deletes messages', async () => {
      const { system, tenant, device, ann } = linked;
      await personWritesTo(system, ann, device.number, { type: 'text', text: 'for the acts' });
      const theirs = await webhookOf(tenant, 'message.received', ({ text }) => text === 'for the acts');
      const target = { channel: 'wd', message_id: theirs.body.data.message_id };
      await send({ message: 'quoting', reply_to: String(target.message_id) });
      expect((await taken())?.proto).toMatchObject({
        extendedTextMessage: { contextInfo: { stanzaId: theirs.body.data.provider_message_id } },
      });
      expect(await call('messages.markRead', target)).toMatchObject({ ok: true });
      expect(await call('messages.react', { ...target, emoji: '👍' })).toMatchObject({ emoji: '👍' });
      expect((await taken())?.proto).toMatchObject({ reactionMessage: { text: '👍' } });

      const own = { channel: 'wd', message_id: (await send({ message: 'first' })).message_id };
      expect(await call('messages.edit', { ...own, message: 'second' })).toMatchObject({ message: 'second' });
      expect((await call('messages.get', { message_id: own.message_id })).text).toBe('second');
      expect(await call('messages.delete', own)).toMatchObject({ deleted_at: expect.any(String) });
    });

    test.each(['typing', 'recording', 'off'])('shows the sign %s', async (state) => {
      const { system, device, ann } = linked;
      expect(await call('messages.typing', { channel: 'wd', to: `+${ann}`, state })).toMatchObject({ state });
      expect((await system.sandbox.devices.acts(device.deviceId)).length).toBeGreaterThan(0);
    });

    test('sends to a group, mentions a member and reacts there', async () => {
      const { tenant, group, ann, bob } = linked;
      const text = `hello @${bob}`;
      await send({ to: group.id, message: text, mentions: [`+${bob}`] });
      expect((await taken())?.proto).toHaveProperty('extendedTextMessage.contextInfo.mentionedJid.length', 1);
      const theirs = await webhookOf(tenant, 'message.received', (data) => data.text === 'from Ann');
      expect(theirs.body.data.whatsapp_group).toMatchObject({ group_jid: group.id, participant: `+${ann}` });
      const target = { channel: 'wd', message_id: theirs.body.data.message_id };
      expect(await call('messages.react', { ...target, emoji: '🎉' })).toMatchObject({ emoji: '🎉' });
    });

    test('says what it can do', async () => {
      expect((await call('channels.capabilities', {})).accounts).toMatchObject([{ channel: 'wd' }]);
    });
  });
}
