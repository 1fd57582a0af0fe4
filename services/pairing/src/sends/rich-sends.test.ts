import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

const OWNER = '15550001';
const BOB = '15550002';

let open: OpenPairing;
let tenant: TestTenant;
let device: Awaited<ReturnType<OpenPairing['link']>>;

beforeAll(async () => {
  open = await openPairing();
  await open.startWorker('w1');
  tenant = await open.makeTenant();
  device = await open.link(tenant, OWNER);
  await open.network.putPhone({ number: BOB, name: 'Bob' });
}, 60_000);
afterAll(() => open[Symbol.asyncDispose]());

/** Sends to Bob; resolves with the message as the network took it. */
async function sent(message: Omit<Parameters<OpenPairing['sendMessage']>[2], 'to'>) {
  const sentId = await open.sendMessage(tenant, device, { to: `+${BOB}`, ...message });
  return (await open.network.taken()).find(({ id }) => id === sentId)?.proto ?? {};
}

test('a location has its name and address', async () => {
  const location = { latitude: 29.3759, longitude: 47.9774, name: 'Office', address: 'Kuwait City' };
  expect((await sent({ rich: { location } })).locationMessage).toMatchObject({
    degreesLatitude: 29.3759,
    degreesLongitude: 47.9774,
    name: 'Office',
    address: 'Kuwait City',
  });
});

test('one contact, and several, are cards with the number that the phone can write to', async () => {
  const ada = { name: 'Ada', phones: ['+96550000002'], organization: 'Engines' };
  const one = await sent({ rich: { contacts: [ada] } });
  expect(one.contactMessage).toMatchObject({
    vcard: expect.stringContaining('TEL;type=CELL;type=VOICE;waid=96550000002:+96550000002'),
  });
  const two = await sent({ rich: { contacts: [ada, { name: 'Bob', emails: ['bob@example.com'] }] } });
  expect(two).toHaveProperty('contactsArrayMessage.contacts.length', 2);
});

test.each([
  { multiple: false, selectable: 1 },
  { multiple: true, selectable: 0 },
])('a poll, multiple $multiple', async ({ multiple, selectable }) => {
  const message = await sent({ rich: { poll: { question: 'Tea?', options: ['yes', 'no'], multiple } } });
  const poll = message.pollCreationMessage ?? message.pollCreationMessageV3;
  expect(poll).toMatchObject({ name: 'Tea?', options: [{ optionName: 'yes' }, { optionName: 'no' }] });
  const { selectableOptionsCount } = z.object({ selectableOptionsCount: z.int().default(0) }).parse(poll);
  expect(selectableOptionsCount).toBe(selectable);
});

test.each([
  { whose: 'the person’s', isOwn: false, participant: `${BOB}@s.whatsapp.net` },
  { whose: 'the account’s own', isOwn: true, participant: `${OWNER}@s.whatsapp.net` },
])('a quote names $whose message, and its author', async ({ isOwn, participant }) => {
  const quoted = { providerMessageId: '3EB0AAAA', isOwn, author: null, text: 'Tea?' };
  expect((await sent({ text: 'Yes', quoted })).extendedTextMessage).toMatchObject({
    text: 'Yes',
    contextInfo: { stanzaId: '3EB0AAAA', participant, quotedMessage: { conversation: 'Tea?' } },
  });
});

test('keeps the quote of a message that is not a text', async () => {
  const quoted = { providerMessageId: '3EB0AAAA', isOwn: false, author: null, text: 'Where?' };
  const { locationMessage } = await sent({ rich: { location: { latitude: 1, longitude: 2 } }, quoted });
  expect(locationMessage).toHaveProperty('contextInfo.stanzaId', '3EB0AAAA');
});

test('a text mentions numbers', async () => {
  const { extendedTextMessage } = await sent({ text: 'Hello @15550002', mentions: [`+${BOB}`] });
  expect(extendedTextMessage).toHaveProperty('contextInfo.mentionedJid', [`${BOB}@s.whatsapp.net`]);
});
