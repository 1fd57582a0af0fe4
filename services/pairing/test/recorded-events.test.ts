import { readdirSync, readFileSync } from 'node:fs';
import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import type { BaileysEventMap } from 'baileys';
import { expect, test } from 'vitest';
import { loadBaileys } from '../src/network/load-baileys.client.ts';
import type { MessageSource } from '../src/received/read-message.client.ts';
import { relayEvents } from '../src/received/relay-events.client.ts';

const FIXTURES = new URL('../fixtures/', import.meta.url);

const shape = (item: DeviceItem): string => {
  const group = 'group' in item && item.group ? ` in ${item.group.groupJid} by ${item.group.participant}` : '';
  const files = 'attachments' in item ? item.attachments.map(({ type, media }) => (media ? `${type}+file` : type)) : [];
  switch (item.kind) {
    case 'message':
      return `message of ${item.from.address}${group}: ${item.text}|${files}|${item.replyToProviderId ?? '-'}`;
    case 'echo':
      return `echo to ${item.to.address}${group}: ${item.text}|${files}`;
    case 'receipt':
      return `${item.status} ${item.providerMessageId} ${item.participant ?? '-'}`;
    case 'reaction':
      return `${item.action} ${item.emoji} on ${item.providerMessageId} by ${item.from.address}`;
    case 'edited':
      return `edited ${item.providerMessageId} by ${item.from.address}: ${item.text}`;
    case 'revoked':
      return `revoked ${item.providerMessageId} by ${item.from.address}`;
    case 'call':
      return `call ${item.providerMessageId} by ${item.from.address}: ${item.state}`;
    case 'group-change':
      return `change of ${item.groupJid}: ${item.subject ?? '-'}|+${item.joined}|-${item.left}`;
    case 'group-request':
      return `${item.person} ${item.state} to join ${item.groupJid}`;
  }
};

/** The items read from the client's recorded events. */
async function read(name: string): Promise<string[]> {
  const lib = await loadBaileys();
  const items: DeviceItem[] = [];
  const source: MessageSource = {
    lib,
    resolve: async (lid) => (lid === '915550003@lid' ? '15550003@s.whatsapp.net' : null),
    isAdmin: async () => false,
    seal: () => 'sealed',
    me: () => ({ id: '15550001:1@s.whatsapp.net', lid: '915550001:1@lid' }),
  };
  const relay = relayEvents({
    source,
    inbox: { settle: async () => {}, setAside: async () => {} },
    box: { settle: async () => {} },
    acks: { received: () => false, isAnswered: () => false },
    listener: {
      onHeard: (batch) => {
        items.push(...batch.items);
        void batch.settle();
      },
      onFault: (error) => {
        throw error;
      },
    },
    takeHistory: () => false,
    isSilent: () => false,
  });
  const recorded = JSON.parse(readFileSync(new URL(name, FIXTURES), 'utf8'), lib.BufferJSON.reviver);
  for (const [numbered, data] of Object.entries(recorded)) {
    const event = numbered.replace(/^\d+:/, '');
    // safe: recorded from the client's own events
    const given = data as BaileysEventMap['messages.upsert'];
    if (event === 'messages.upsert')
      given.messages = given.messages.map((message) =>
        lib.proto.WebMessageInfo.fromObject(message),
      ) as typeof given.messages;
    relay.hear({ [event]: given });
  }
  await relay.idle();
  return items.map(shape);
}

const BOB = '+15550002';
const GROUP = '120363000000000001@g.us';

const EXPECTED: Record<string, string[]> = {
  'event-in-text.json': [`message of ${BOB}: hi there||-`],
  'event-in-extended-text-reply.json': [`message of ${BOB}: replying||3EB0215DC3C80C92043BF7`],
  'event-in-ephemeral-wrapped.json': [`message of ${BOB}: disappearing||-`],
  'event-in-image.json': [`message of ${BOB}: cap|image+file|-`],
  'event-in-audio-ptt.json': [`message of ${BOB}: |voice+file|-`],
  'event-in-document-with-caption.json': [`message of ${BOB}: see|document+file|-`],
  'event-in-sticker.json': [`message of ${BOB}: |sticker+file|-`],
  'event-in-location.json': [`message of ${BOB}: |location|-`],
  'event-in-contact.json': [`message of ${BOB}: |contact|-`],
  'event-in-poll-creation.json': [`message of ${BOB}: |unsupported|-`],
  'event-in-group-text.json': [`message of +15550003 in ${GROUP} by +15550003: yo all||-`],
  'event-in-reaction.json': [`added 👍 on 3EB0215DC3C80C92043BF7 by ${BOB}`],
  'event-in-reaction-removed.json': [`removed null on 3EB0215DC3C80C92043BF7 by ${BOB}`],
  'event-in-edit.json': [`edited 3AD4496D13476A213EA6 by ${BOB}: edited text`],
  'event-in-revoke.json': [`revoked 3AD4496D13476A213EA6 by ${BOB}`],
  'event-own-text-sent.json': [`echo to ${BOB}: hello bob|`],
  'event-own-text-sent-and-delivered-merged-while-buffering.json': [
    `echo to ${BOB}: hello bob|`,
    'delivered 3EB0215DC3C80C92043BF7 -',
  ],
  'event-own-group-text.json': [`echo to ${GROUP} in ${GROUP} by +15550001: hi group|`],
  'event-receipt-delivered.json': ['delivered 3EB06433598D916C59AC82 -'],
  'event-receipt-read.json': ['read 3EB0215DC3C80C92043BF7 -'],
  'event-receipt-played.json': ['read 3EB0215DC3C80C92043BF7 -'],
  'event-group-receipt-delivered.json': ['delivered 3EB073A8B9AF52DAA79220 +15550003'],
  'event-group-receipt-read.json': ['read 3EB073A8B9AF52DAA79220 +15550003'],
};

test('every recorded event has its expectation', () => {
  expect(Object.keys(EXPECTED).sort()).toEqual(
    readdirSync(FIXTURES)
      .filter((name) => name.startsWith('event-'))
      .sort(),
  );
});

test.each(Object.entries(EXPECTED))('%s has the expected items', async (name, expected) => {
  expect(await read(name)).toEqual(expected);
});
