import { expect, test } from 'vitest';
import { readPastMessages, readPastPeople } from './wa-history.ts';
import { parseWaWebhook } from './wa-webhook.ts';

// docs/reference/wa.md#history; values of Meta's documentation.
const ACCOUNT = { channel: 'wa', externalId: '106540352242922' } as const;
const NOW = new Date('2026-11-29T12:00:00Z');
const metadata = { display_phone_number: '15550783881', phone_number_id: ACCOUNT.externalId };
const PABLO = { wa_id: '16505551234', user_id: 'US.13491208655302741918', username: 'pablomorales' };
const value = {
  messaging_product: 'whatsapp',
  metadata,
  history: [
    {
      metadata: { phase: 0, chunk_order: 1, progress: 55 },
      threads: [
        {
          id: '16505551234',
          context: PABLO,
          messages: [
            {
              ...{ from: '15550783881', to: '16505551234', id: 'wamid.1', timestamp: '1738796547', type: 'text' },
              ...{ text: { body: "Here's the info" }, history_context: { status: 'READ' } },
            },
            {
              ...{ from: '16505551234', id: 'wamid.2', timestamp: '1738796600', type: 'media_placeholder' },
              history_context: { status: 'PENDING' },
            },
            { from: '16505551234', id: 'wamid.3', timestamp: '1738796700', type: 'reaction', reaction: {} },
            'not a message',
          ],
        },
      ],
    },
  ],
};

test('a webhook of a history is one item for its number, whatever is in it', () => {
  const body = { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'history', value }] }] };
  expect(parseWaWebhook(body, NOW)).toEqual([
    { kind: 'history', account: ACCOUNT, at: NOW, field: 'history', raw: value },
  ]);
  const empty = { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'history' }] }] };
  expect(parseWaWebhook(empty, NOW)).toMatchObject([{ kind: 'unknown' }]);
});

test('threads become messages of their person and of the account, and what is no message is counted', () => {
  const { messages, ...read } = readPastMessages(value, ACCOUNT, NOW);
  expect(read).toEqual({ isDeclined: false, progress: 55, leftOut: 2 });
  expect(messages).toMatchObject([
    {
      receipt: 'read',
      isPlaceholder: false,
      item: {
        kind: 'echo',
        providerMessageId: 'wamid.1',
        text: "Here's the info",
        to: { address: '+16505551234', aliases: [PABLO.user_id], username: 'pablomorales' },
      },
    },
    {
      receipt: 'sent',
      isPlaceholder: true,
      item: {
        kind: 'message',
        from: { address: '+16505551234', aliases: [PABLO.user_id], username: 'pablomorales' },
        attachments: [{ type: 'unsupported', payload: { type: 'media_placeholder' } }],
      },
    },
  ]);
});

test.each(['messages', 'message_echoes'])('a file of a placeholder is read from %s', (member) => {
  const isOwn = member === 'message_echoes';
  const sides = isOwn ? { from: '15550783881', to: '16505551234' } : { from: '16505551234' };
  const image = { caption: 'Black Prince echeveria', mime_type: 'image/jpeg', sha256: '3f9d', id: '24230790383178626' };
  const late = {
    ...{ messaging_product: 'whatsapp', metadata },
    contacts: [{ profile: { username: 'pablomorales' }, wa_id: '16505551234', user_id: PABLO.user_id }],
    [member]: [{ ...sides, id: 'wamid.2', timestamp: '1738796600', type: 'image', image }],
  };
  expect(readPastMessages(late, ACCOUNT, NOW).messages).toMatchObject([
    {
      isPlaceholder: false,
      item: {
        kind: isOwn ? 'echo' : 'message',
        providerMessageId: 'wamid.2',
        text: 'Black Prince echeveria',
        attachments: [{ type: 'image', providerMediaId: '24230790383178626' }],
      },
    },
  ]);
});

test('a history that the business does not share is declined', () => {
  const declined = { metadata, history: [{ errors: [{ code: 2593109, title: 'History sync is turned off' }] }] };
  expect(readPastMessages(declined, ACCOUNT, NOW)).toEqual({
    isDeclined: true,
    progress: null,
    leftOut: 0,
    messages: [],
  });
});

test.each([
  undefined,
  null,
  7,
  {},
  { history: [7, { threads: [null, { messages: [null, {}] }] }] },
  { messages: 'no' },
])('a value of unknown shape (%j) has no messages', (given) => {
  expect(readPastMessages(given, ACCOUNT, NOW).messages).toEqual([]);
  expect(readPastPeople(given)).toEqual([]);
});

test('contacts are read with their number and id; removed ones and others are left out', () => {
  const contact = { full_name: 'Pablo Morales', first_name: 'Pablo', phone_number: '16505551234' };
  const people = readPastPeople({
    state_sync: [
      { type: 'contact', contact: { ...contact, ...PABLO }, action: 'add' },
      { type: 'contact', contact: { phone_number: '16505550000' }, action: 'remove' },
      { type: 'label', contact },
    ],
  });
  expect(people).toEqual([
    { addresses: ['+16505551234', PABLO.user_id], name: 'Pablo Morales', username: 'pablomorales' },
  ]);
});
