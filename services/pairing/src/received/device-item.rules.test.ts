import { DEVICE_LIMITS, type DeviceAttachment, DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import { AppError } from '@parley/common/errors';
import { DatabaseUnavailable } from '@parley/database/sql';
import { expect, test } from 'vitest';
import { LeaseLost } from '../leases/device-lease.rules.ts';
import { isRefusedForGood, tidyDeviceItem } from './device-item.rules.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const BOB = { address: '+15550002', aliases: ['915550002@lid'], name: 'Bob', phone: '+15550002' };
const GROUP = { groupJid: '120363000000000001@g.us', participant: '+15550002', participantName: 'Bob' };

type Message = Extract<DeviceItem, { kind: 'message' }>;
const message = (given: Partial<Message> = {}): Message => ({
  kind: 'message',
  providerMessageId: '3A01',
  at: '2026-03-01T11:00:00.000Z',
  from: BOB,
  group: null,
  text: 'hello',
  attachments: [],
  replyToProviderId: null,
  ...given,
});
const part = (given: Partial<DeviceAttachment> = {}): DeviceAttachment => ({
  type: 'contact',
  media: null,
  mimeType: null,
  filename: null,
  size: null,
  payload: null,
  ...given,
});
const base = { providerMessageId: '3A01', at: '2026-03-01T11:00:00.000Z', from: BOB, group: GROUP };
const echo: DeviceItem = {
  kind: 'echo',
  providerMessageId: '3A01',
  at: base.at,
  to: BOB,
  group: GROUP,
  text: 'hi',
  attachments: [part()],
};
const receipt: Extract<DeviceItem, { kind: 'receipt' }> = {
  kind: 'receipt',
  providerMessageId: '3A01',
  at: base.at,
  status: 'failed',
  error: { code: 'device_error', message: 'refused', providerCode: '463' },
  messageId: '7',
  participant: '+15550002',
};
const reaction: DeviceItem = { ...base, kind: 'reaction', emoji: '👍', action: 'added' };
const edited: DeviceItem = { ...base, kind: 'edited', text: 'new' };
const revoked: DeviceItem = { ...base, kind: 'revoked' };

test.each([
  message({ group: GROUP, attachments: [part({ size: 7, payload: { name: 'Ann' } })] }),
  echo,
  receipt,
  reaction,
  edited,
  revoked,
])('an honest $kind stays as it is', (item) => {
  expect(tidyDeviceItem(item, NOW)).toEqual(item);
});

const LONG = 'x'.repeat(1_000_000);
const HOSTILE: [string, DeviceItem][] = [
  ['a text of a million characters', message({ text: LONG })],
  ['NUL and half a pair', message({ text: 'a\u0000b\ud83d', from: { ...BOB, name: '\u0000\udc00' } })],
  ['a name of a million characters', message({ from: { ...BOB, name: LONG } })],
  [
    'addresses without end',
    message({ from: { address: LONG, aliases: Array.from({ length: 1000 }, () => LONG), name: null, phone: LONG } }),
  ],
  ['ids without end', message({ providerMessageId: LONG, replyToProviderId: LONG })],
  [
    'a thousand attachments',
    message({ attachments: Array.from({ length: 1000 }, () => part({ payload: { vcard: LONG } })) }),
  ],
  [
    'a file with impossible fields',
    message({ attachments: [part({ media: LONG, mimeType: LONG, filename: LONG, size: -1 })] }),
  ],
  ['a size beyond all numbers', message({ attachments: [part({ size: 1e300 })] })],
  ['a group with names without end', message({ group: { groupJid: LONG, participant: LONG, participantName: LONG } })],
  ['a time beyond the year 9999', { ...reaction, at: '+275760-09-12T00:00:00.000Z' }],
  ['a time that is none', { ...edited, at: 'never' }],
  ['an emoji of a million characters', { ...reaction, emoji: LONG }],
  ['an edit of a million characters', { ...edited, text: `${LONG}\u0000` }],
  ['an echo of a million characters', { ...echo, text: LONG }],
  ['a refusal of a million characters', { ...receipt, error: { code: LONG, message: LONG, providerCode: LONG } }],
];

test.each(HOSTILE)('%s is brought within the limits of the contract, and of one call', (_what, item) => {
  const tidied = tidyDeviceItem(item, NOW);
  expect(DeviceItem.safeParse(tidied).error).toBeUndefined();
  expect(Buffer.byteLength(JSON.stringify(tidied))).toBeLessThan(768 * 1024);
  expect(JSON.stringify(tidied)).not.toMatch(/\\u0000|\\ud[89a-f]/);
  expect(tidyDeviceItem(tidied, NOW)).toEqual(tidied);
});

test('contacts beyond the budget of a message keep their position and lose their fields', () => {
  const cards = Array.from({ length: 10 }, () => part({ payload: { name: 'Ann', vcard: 'v'.repeat(60_000) } }));
  const { attachments } = tidyDeviceItem(message({ attachments: cards }), NOW) as Message;
  expect(attachments).toHaveLength(10);
  expect(attachments.filter(({ payload }) => payload !== null)).toHaveLength(4);
});

test('an emoji that becomes empty is a removal', () => {
  expect(tidyDeviceItem({ ...reaction, emoji: '\u0000' }, NOW)).toMatchObject({ emoji: null, action: 'removed' });
});

test('the limits are those of the contract', () => {
  expect((tidyDeviceItem(message({ text: LONG }), NOW) as Message).text).toHaveLength(DEVICE_LIMITS.text);
});

const withState = (code: string): Error => Object.assign(new Error(code), { code });

test.each([
  ['a part that is away', new AppError('service_unavailable'), false],
  ['a part that is late', new AppError('provider_timeout'), false],
  ['a database that is away', new DatabaseUnavailable(new Error('away')), false],
  ['a lease that is lost', new LeaseLost(1), false],
  ['a field that the contract refuses', new AppError('invalid_items_0_text'), true],
  ['an item that the bus cannot carry', new AppError('payload_too_large'), true],
  ['data that the database refuses', withState('22021'), true],
])('%s is refused permanently at any attempt: %s', (_what, error, expected) => {
  for (const tries of [1, 1000]) expect(isRefusedForGood(error, tries)).toBe(expected);
});

test.each([
  ['internal_error', new AppError('internal_error')],
  ['an error of our own', new TypeError('undefined')],
  ['a column that a database does not have yet', withState('42703')],
])('%s may have any cause: only after many attempts it is the item', (_what, error) => {
  expect(isRefusedForGood(error, 1)).toBe(false);
  expect(isRefusedForGood(error, 9)).toBe(false);
  expect(isRefusedForGood(error, 10)).toBe(true);
});
