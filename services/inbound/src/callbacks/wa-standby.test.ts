import { expect, test } from 'vitest';
import { openForTest } from '../../test/open-inbound.ts';
import {
  bodyOf,
  changeOf,
  changeValue,
  contactOf,
  messagesBody,
  seconds,
  statusOf,
  textMessage,
  wamid,
} from '../../test/wa-bodies.ts';

// docs/reference/wa.md#standby
test('on wa a message of a thread that another app controls is reported with a mark, and so is that app’s answer', async () => {
  const inbound = await openForTest();
  const [first, second, third] = [wamid(), wamid(), wamid()];
  const copy = (standby: object) => inbound.receiveMeta(bodyOf(changeOf(changeValue({ standby }), 'standby')));
  const contacts = [contactOf('15551234567', 'Ann')];
  await copy({ contacts, messages: [textMessage('15551234567', 'hi', { id: first })] });
  const message = {
    messaging_product: 'whatsapp',
    to: '15551234567',
    type: 'text',
    text: { body: 'from the other app' },
  };
  const echo = { id: second, timestamp: seconds(new Date()), message };
  await copy({ message_echoes: [echo] });
  await copy({ statuses: [statusOf(second, 'delivered'), statusOf(second, 'read')] });
  await copy({});
  // After a handover the same message can come as one of ours.
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'hi', { id: first })));
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'ours', { id: third })));
  const events = (await inbound.events()).map(({ type, data }) => [type, data.text ?? data.status, data.standby]);
  expect(events).toEqual([
    ['message.received', 'hi', true],
    ['message.sent', 'from the other app', true],
    ['message.status', 'delivered', undefined],
    ['message.status', 'read', undefined],
    ['message.received', 'ours', undefined],
  ]);
  expect(await inbound.rows('SELECT 1 FROM unknown_provider_events')).toEqual([]);
});

test.each([
  ['an image', { type: 'image', image: { id: '1', caption: 'look' } }, 'look', [{ type: 'image' }]],
  [
    'a document',
    { type: 'document', document: { link: 'https://x.example/a', filename: 'a.pdf' } },
    '',
    [{ type: 'document', filename: 'a.pdf' }],
  ],
  [
    'buttons',
    { type: 'interactive', interactive: { type: 'button', body: { text: 'Tea?' }, action: {} } },
    'Tea?',
    [{ type: 'unsupported' }],
  ],
  [
    'an unknown template',
    { type: 'template', template: { name: 'x', language: { code: 'en' } } },
    '',
    [{ type: 'unsupported', payload: { template: { name: 'x' } } }],
  ],
  [
    'an unknown kind',
    { type: 'hologram', hologram: { depth: 3 } },
    '',
    [{ type: 'unsupported', payload: { hologram: { depth: 3 } } }],
  ],
])(
  'on wa %s of another app is reported, without its file, which only that app can open',
  async (_kind, sent, text, attachments) => {
    const inbound = await openForTest();
    const echo = { id: wamid(), timestamp: seconds(new Date()), message: { recipient: 'US.1349', ...sent } };
    await inbound.receiveMeta(bodyOf(changeOf(changeValue({ standby: { message_echoes: [echo] } }), 'standby')));
    expect(await inbound.events('message.sent')).toMatchObject([
      { data: { to: 'US.1349', text, attachments, standby: true } },
    ]);
    expect(await inbound.rows("SELECT 1 FROM messages WHERE attachments::text LIKE '%x.example%'")).toEqual([]);
  },
);
