/** A stranger's message to a linked device, in the form of the emulated network; the test adds `to`. */
export type HostileDeviceMessage = [what: string, message: Record<string, unknown>];

const LONG = 'x'.repeat(1_000_000);
const DEEP = 1000;
const raw = (proto: Record<string, unknown>) => ({ type: 'raw', proto });
const contacts = (count: number) =>
  raw({
    contactsArrayMessage: {
      contacts: Array.from({ length: count }, () => ({ displayName: LONG, vcard: 'v'.repeat(9000) })),
    },
  });

/** A message nested in many messages. */
function nested(): Record<string, unknown> {
  let proto: Record<string, unknown> = { conversation: 'at the bottom' };
  for (let level = 0; level < DEEP; level++) proto = { ephemeralMessage: { message: proto } };
  return raw(proto);
}

const CONTENTS: HostileDeviceMessage[] = [
  ['NUL in a text', { type: 'text', text: 'a\u0000b' }],
  ['nothing but NUL', { type: 'text', text: '\u0000' }],
  ['half a pair in a text', raw({ conversation: 'half \ud83d' })],
  ['a text of a million characters', { type: 'text', text: LONG }],
  ['a text of two million emoji', { type: 'text', text: '😀'.repeat(500_000) }],
  ['right-to-left and other controls', { type: 'text', text: '\u202e\u0007\u001b[31m\uffff' }],
  ['a caption with NUL', { type: 'image', caption: '\u0000caption' }],
  ['a file name of a million characters', { type: 'document', filename: LONG }],
  ['a file type of a million characters', { type: 'document', mimeType: LONG }],
  ['a file of a negative length', raw({ imageMessage: { mediaKey: 'AAAA', directPath: '/x', fileLength: '-1' } })],
  [
    'a file of an impossible length',
    raw({ imageMessage: { mediaKey: 'AAAA', directPath: '/x', fileLength: '18446744073709551615' } }),
  ],
  [
    'a place that is nowhere',
    raw({ locationMessage: { degreesLatitude: Number.NaN, degreesLongitude: 1e308, name: '\u0000' } }),
  ],
  ['contacts of ten megabytes', contacts(10)],
  ['contacts with NUL', raw({ contactMessage: { displayName: '\u0000', vcard: '\u0000\ud83d' } })],
  [
    'a poll of a thousand options',
    { type: 'poll', name: LONG, options: Array.from({ length: 1000 }, () => 'o\u0000') },
  ],
  ['a reply to an id without end', raw({ extendedTextMessage: { text: 'hi', contextInfo: { stanzaId: LONG } } })],
  ['an id of a thousand characters', { type: 'text', text: 'long id', id: `3A${'F'.repeat(1000)}` }],
  ['a time beyond the year 9999', { type: 'text', text: 'late', t: 9e15 }],
  ['a negative time', { type: 'text', text: 'early', t: -5 }],
  ['a time that is a word', { type: 'text', text: 'when', t: 'never' }],
  ['a time that is infinite', { type: 'text', text: 'infinite', t: 'Infinity' }],
  ['no time', { type: 'text', text: 'zero', t: 0 }],
  ['an empty message', raw({})],
  ['a kind that nobody knows', raw({ messageHistoryNotice: {} })],
  ['a message that is nested a thousand levels deep', nested()],
];

/**
 * Hostile changes of a message: `target` is the id of a message that `owner` (the digits of a number) wrote or
 * received.
 */
function hostileChanges(owner: string, target: string): HostileDeviceMessage[] {
  const keyOf = (id: string) => ({ remoteJid: `${owner}@s.whatsapp.net`, fromMe: true, id });
  const reactionAt = (senderTimestampMs: unknown) =>
    raw({ reactionMessage: { key: keyOf(target), text: '👍', senderTimestampMs } });
  const editAt = (timestampMs: unknown) =>
    raw({
      protocolMessage: {
        key: keyOf(target),
        type: 'MESSAGE_EDIT',
        editedMessage: { conversation: 'edited' },
        timestampMs,
      },
    });
  return [
    ['a reaction beyond the year 9999', reactionAt('9000000000000000')],
    ['a reaction at a negative time', reactionAt('-9000000000000000')],
    ['a reaction to an id with NUL', raw({ reactionMessage: { key: keyOf('\u0000'), text: '👍' } })],
    ['a reaction of a million characters', raw({ reactionMessage: { key: keyOf(target), text: LONG } })],
    ['a reaction with NUL', raw({ reactionMessage: { key: keyOf('3A0'), text: '\u0000' } })],
    ['an edit beyond the year 9999', editAt('9000000000000000')],
    [
      'an edit without a text',
      raw({ protocolMessage: { key: keyOf('3A0'), type: 'MESSAGE_EDIT', editedMessage: {} } }),
    ],
    [
      'an edit of a million characters',
      raw({
        protocolMessage: { key: keyOf('3A0'), type: 'MESSAGE_EDIT', editedMessage: { conversation: `${LONG}\u0000` } },
      }),
    ],
    ['a take-back of an id without end', raw({ protocolMessage: { key: keyOf(LONG), type: 'REVOKE' } })],
  ];
}

/** Hostile messages of a stranger to the linked device of `owner`, and hostile stanzas. */
export const hostileDeviceMessages = (owner: string, target: string): HostileDeviceMessage[] => [
  ...CONTENTS,
  ...hostileChanges(owner, target),
];
