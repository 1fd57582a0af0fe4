import { CAPABILITIES, type Capabilities } from '@parley/common/capabilities';
import { expect, test } from 'vitest';
import type { ChannelFixture } from '../../support/channel-fixture.ts';
import type { ChannelTraits } from '../../support/conforming-channels.ts';
import { webhookOf } from '../../support/expectations.ts';

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
  { row: 'replyTo', field: 'reply_to', content: (_can, theirs) => ({ message, reply_to: theirs }) },
  { row: 'mentions', field: 'mentions', content: () => ({ message, mentions: ['+96550000003'] }) },
  { row: 'humanAgent', field: 'tag', content: () => ({ message, tag: 'human_agent' }) },
];
/** Members of a send that `message.sent` does not repeat, and the name of its text. */
const reportedOf = ({ message: text, tag: _tag, ...rest }: Record<string, unknown>) => ({
  ...(text === undefined ? {} : { text }),
  ...rest,
});

/** Contents of sends: each is sent or refused as the table of capabilities says. */
export function contentPromises(channel: ChannelTraits, getFixture: () => ChannelFixture): void {
  const can = CAPABILITIES[channel.code];
  const send = (to: string, content: object) =>
    getFixture().tenant.post('send', { channel: channel.code, to, ...content });
  const refuses = async (person: string, field: string, content: object): Promise<void> => {
    const before = await getFixture().balance();
    const refused = await send(person, content);
    const body = { ok: false, error: 'unsupported_content', channel: channel.code, field };
    expect(refused).toMatchObject({ status: 400, body });
    expect(await getFixture().balance()).toBe(before);
    expect(await getFixture().accepted(person)).toEqual([]);
  };

  test.each(ROWS.filter(({ row }) => can[row]))('$row is sent, and reported as it was given', async ({ content }) => {
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
  });

  test.each(ROWS.filter(({ row }) => !can[row]))(
    '$row is refused by name, and costs nothing',
    async ({ field, content }) => {
      const person = channel.makePerson();
      await refuses(person, field, content(can, String((await getFixture().receive(person)).message_id)));
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
