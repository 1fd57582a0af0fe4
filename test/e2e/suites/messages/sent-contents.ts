import type { Channel } from '@parley/common/channels';
import { CAPABILITIES, type Capabilities, FILE_KINDS, type FileKind } from '@parley/common/messages/capabilities';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ChannelFixture } from '../../../support/channels/channel-fixture.ts';
import { linkDevice, openGroup, personWritesTo, WD } from '../../../support/channels/linked-devices.ts';
import { PICTURE } from '../../../support/channels/picture.ts';
import type { System } from '../../../support/system/system.ts';
import { makeTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

/** A row of docs/reference/channels.md#capabilities, and a send that needs it. */
interface Row {
  row: keyof Capabilities;
  /** The field that a refusal names. */
  field: string;
  content(can: Capabilities, theirs: string): Record<string, unknown>;
}

const replies = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `reply-${at}`, title: `Reply ${at}` }));
const links = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: `Link ${at}`, url: `https://example.com/${at}` }));
const message = 'choose';
const rows = [{ id: 'tea', title: 'Tea', description: 'Hot' }];

const ROWS: readonly Row[] = [
  {
    row: 'replyButtons',
    field: 'buttons',
    content: ({ replyButtons }) => ({ message, buttons: replies(replyButtons || 1) }),
  },
  { row: 'urlButtons', field: 'buttons', content: ({ urlButtons }) => ({ message, buttons: links(urlButtons || 1) }) },
  { row: 'mixedButtons', field: 'buttons', content: () => ({ message, buttons: [...replies(1), ...links(1)] }) },
  { row: 'list', field: 'list', content: () => ({ message, list: { button: 'Choose', sections: [{ rows }] } }) },
  { row: 'location', field: 'location', content: () => ({ location: { latitude: 29.3, longitude: 47.9 } }) },
  { row: 'contacts', field: 'contacts', content: () => ({ contacts: [{ name: 'Ada', phones: ['+96550000002'] }] }) },
  {
    row: 'poll',
    field: 'poll',
    content: () => ({ poll: { question: 'Tea?', options: ['yes', 'no'], multiple: false } }),
  },
  { row: 'post', field: 'post', content: () => ({ post: { id: '7300000000000000001' } }) },
  { row: 'replyTo', field: 'reply_to', content: (_can, theirs) => ({ message, reply_to: theirs }) },
  { row: 'mentions', field: 'mentions', content: () => ({ message, mentions: ['+96550000003'] }) },
  { row: 'humanAgent', field: 'tag', content: () => ({ message, tag: 'human_agent' }) },
];
/** Members of a send that `message.sent` does not repeat, and the name of its text. */
const reportedOf = ({ message: text, tag: _tag, ...rest }: Record<string, unknown>) => ({
  ...(text === undefined ? {} : { text }),
  ...rest,
});

const MIME_TYPES: Readonly<Record<FileKind, string>> = {
  image: 'image/png',
  video: 'video/mp4',
  audio: 'audio/mpeg',
  document: 'application/pdf',
  voice: 'audio/ogg',
  sticker: 'image/webp',
};

/** A channel, and new people on it. */
interface ContentChannel {
  code: Channel;
  makePerson(): string;
}

/** The parts of a connected account that these tests need. */
type ContentFixture = Pick<ChannelFixture, 'tenant' | 'balance'> & {
  receive(person: string): Promise<{ message_id: number }>;
  accepted(person: string): Promise<unknown[]>;
};

/** A linked device: people have phones on the emulated network. */
async function openDeviceFixture(system: System): Promise<ContentFixture> {
  const { devices } = system.sandbox;
  const tenant = await makeTenant(system, WD);
  const { number } = await linkDevice(system, tenant);
  return {
    tenant,
    balance: async () => (await tenant.get('status')).body.balance,
    async receive(person) {
      await devices.putPhone({ number: person.slice(1) });
      await personWritesTo(system, person.slice(1), number, { type: 'text', text: 'hello' });
      return (await webhookOf(tenant, 'message.received', (data) => data.from === person)).body.data;
    },
    accepted: (person) => devices.taken({ to: person.slice(1) }),
  };
}

/** The promises for contents of sends on linked devices, which the conformance suite does not include. */
export function deviceContentSuite(getSystem: GetSystem): void {
  describe('contents sent from a linked device', () => {
    let fixture: ContentFixture;
    beforeAll(async () => {
      fixture = await openDeviceFixture(getSystem());
    }, 60_000);
    const channel: ContentChannel = { code: 'wd', makePerson: () => `+${uniqueDigits('1666')}` };
    contentPromises(channel, getSystem, () => fixture);

    test('mentions are sent in a group', async () => {
      const { tenant, bob, group } = await openGroup(getSystem());
      const content = { message: `@${bob} choose`, mentions: [`+${bob}`] };
      await webhookOf(tenant, 'message.received', (data) => data.text === 'from Bob');
      const sent = await tenant.post('send', { channel: 'wd', to: group.id, ...content });
      expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 200, body: { ok: true } });
      const { body } = await webhookOf(tenant, 'message.sent', (data) => data.message_id === sent.body.message_id);
      // services/pairing/src/sends/rich-sends.test.ts looks at them on the wire.
      expect(body.data).toMatchObject({ text: content.message, mentions: content.mentions });
    });
  });
}

/** Contents of sends: each is sent or refused as the table of capabilities says. */
export function contentPromises(channel: ContentChannel, getSystem: GetSystem, getFixture: () => ContentFixture): void {
  const can = CAPABILITIES[channel.code];
  const send = (to: string, content: object) =>
    getFixture().tenant.post('send', { channel: channel.code, to, ...content });
  const refuses = async (
    person: string,
    field: string,
    content: object,
    error = 'unsupported_content',
  ): Promise<void> => {
    const before = await getFixture().balance();
    const refused = await send(person, content);
    const named = error === 'unsupported_content' ? { channel: channel.code, field } : {};
    expect(refused).toMatchObject({ status: 400, body: { ok: false, error, ...named } });
    expect(refused.body.message).toContain(channel.code);
    expect(await getFixture().balance()).toBe(before);
    expect(await getFixture().accepted(person)).toEqual([]);
  };

  // Mentions are for groups, and a post is one of the account: their own suites have them.
  test.each(ROWS.filter(({ row }) => can[row] && row !== 'mentions' && row !== 'post'))(
    '$row is sent, and reported as it was given',
    async ({ content }) => {
      const fixture = getFixture();
      const person = channel.makePerson();
      const given = content(can, String((await fixture.receive(person)).message_id));
      const sent = await send(person, given);
      expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 200, body: { ok: true } });
      const { body } = await webhookOf(
        fixture.tenant,
        'message.sent',
        (data) => data.message_id === sent.body.message_id,
      );
      expect(body.data).toMatchObject(reportedOf(given));
      expect(await fixture.accepted(person)).toHaveLength(1);
    },
  );

  test.each(ROWS.filter(({ row }) => !can[row]))(
    '$row is refused by name, and costs nothing',
    async ({ field, content }) => {
      const person = channel.makePerson();
      await refuses(person, field, content(can, String((await getFixture().receive(person)).message_id)));
    },
  );

  const fileOf = async (kind: FileKind, text?: string): Promise<Record<string, string>> => {
    const { sandbox } = getSystem();
    const stored = await sandbox.storeMedia({
      base64: (kind === 'image' ? PICTURE : Buffer.from(`a ${kind}`)).toString('base64'),
      mime_type: MIME_TYPES[kind],
    });
    return {
      media_url: `${sandbox.url}/messaging_cdn/?asset_id=${stored}`,
      media_type: kind,
      // A sticker has no text.
      ...(kind === 'sticker' || text === undefined ? {} : { message: text }),
    };
  };

  test.each(can.files)('a file of the kind %s is sent, and reported as such', async (kind) => {
    const fixture = getFixture();
    const person = channel.makePerson();
    await fixture.receive(person);
    const sent = await send(person, await fileOf(kind, message));
    expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 200, body: { ok: true } });
    const { body } = await webhookOf(
      fixture.tenant,
      'message.sent',
      (data) => data.message_id === sent.body.message_id,
    );
    expect(body.data.attachments).toMatchObject([{ type: kind }]);
    expect(await fixture.accepted(person)).not.toEqual([]);
  });

  test.each(can.files)('a file of the kind %s needs no text, and is one message', async (kind) => {
    const fixture = getFixture();
    const person = channel.makePerson();
    await fixture.receive(person);
    const before = await fixture.balance();
    const sent = await send(person, await fileOf(kind));
    expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 200, body: { ok: true } });
    const { body } = await webhookOf(
      fixture.tenant,
      'message.sent',
      (data) => data.message_id === sent.body.message_id,
    );
    expect(body.data).toMatchObject({ text: '', attachments: [{ type: kind }] });
    // One call of the platform, without an empty caption or text.
    const calls = await fixture.accepted(person);
    expect(calls).toHaveLength(1);
    expect(JSON.stringify(calls)).not.toMatch(/"(caption|text|body)":""/);
    expect(await fixture.balance()).toBe(before - 1);
    const { items } = (await fixture.tenant.admin('GET', `/conversations/${body.data.conversation_id}/messages`)).body;
    expect(items[0]).toMatchObject({ message_id: body.data.message_id, text: '', attachments: [{ type: kind }] });
  });

  test('buttons below a file need a text', async () => {
    const person = channel.makePerson();
    const refused = await send(person, { ...(await fileOf('image')), buttons: replies(1) });
    expect(refused).toMatchObject({ status: 400, body: { error: 'missing_message' } });
  });

  test.each(FILE_KINDS.filter((kind) => !can.files.includes(kind)))(
    'a file of the kind %s is refused by name, and costs nothing',
    async (kind) => {
      const person = channel.makePerson();
      await getFixture().receive(person);
      // Only tt lacks some of the source's own kinds, under the source's error.
      const isOfSource = kind !== 'voice' && kind !== 'sticker';
      const error = isOfSource ? 'invalid_media_type' : 'unsupported_content';
      await refuses(person, 'media_type', await fileOf(kind, message), error);
    },
  );

  test(`a preview of links: ${can.preview}`, async () => {
    const person = channel.makePerson();
    await getFixture().receive(person);
    const link = { message: 'https://example.com' };
    if (can.preview !== 'chosen') await refuses(person, 'preview', { ...link, preview: can.preview === 'never' });
    for (const preview of can.preview === 'chosen' ? [true, false] : [can.preview === 'always'])
      expect((await send(person, { ...link, preview })).status).toBe(200);
  });
}
