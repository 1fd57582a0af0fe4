import type { OldDeviceMessage } from '@parley/common/contracts/internal/store-device-items';
import { expect, test } from 'vitest';
import { nameOldMessages } from './old-message.rules.ts';

const NAMES = new Map([
  ['+15550001', 'Ana'],
  ['91000002@lid', 'Ben'],
]);
const base = { providerMessageId: 'M1', at: '2026-11-01T10:00:00.000Z', text: 'hello', attachments: [] };
const person = (address: string, name: string | null, aliases: string[] = []) => ({
  address,
  aliases,
  name,
  phone: null,
});

test.each([
  ['a name of the source replaces an older one', person('+15550001', 'Anna'), 'Ana'],
  ['a person is found by an alias', person('+15550002', null, ['91000002@lid']), 'Ben'],
  ['a person without a name in the source keeps that of the message', person('+15550003', 'Cem'), 'Cem'],
])('direct chat: %s', (_, from, name) => {
  const message: OldDeviceMessage = { kind: 'message', ...base, from, group: null, replyToProviderId: null };
  expect(nameOldMessages([message], NAMES)).toEqual([{ ...message, from: { ...from, name } }]);
});

test('the person of a chat with own messages only is named, too', () => {
  const message: OldDeviceMessage = { kind: 'echo', ...base, to: person('+15550001', null), group: null };
  expect(nameOldMessages([message], NAMES)).toMatchObject([{ to: { name: 'Ana' } }]);
});

test.each([
  [null, 'Ana'],
  ['Annie', 'Annie'],
])('in a group an author with the name %s is called %s', (participantName, name) => {
  const group = { groupJid: '1@g.us', participant: '+15550001', participantName };
  const from = person('1@g.us', null);
  const message: OldDeviceMessage = { kind: 'message', ...base, from, group, replyToProviderId: null };
  expect(nameOldMessages([message], NAMES)).toMatchObject([{ group: { participantName: name }, from: { name: null } }]);
});
