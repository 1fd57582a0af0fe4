import { downloadMediaMessage } from 'baileys';
import { Agent } from 'undici';
import { expect, test } from 'vitest';
import { openDeviceNetwork } from './device-client.ts';
import { until } from './until.ts';

const OWN = '15550001';
const PEER = '15550002';
const PEER_JID = `${PEER}@s.whatsapp.net`;

// Runs in its own process: in one shared with other files the client sometimes gets no QR code.
test('files are transferred in both directions through a media server with its own CA', async () => {
  await using network = await openDeviceNetwork();
  await network.call('POST', '/phones', { number: PEER });
  const { ca, fetchAgent } = await network.mediaOptions();
  const client = await network.link(OWN, { fetchAgent });
  const bytes = Buffer.from('a picture, as far as anybody can tell'.repeat(1000));

  const id = await client.send(PEER_JID, {
    document: bytes,
    mimetype: 'application/pdf',
    fileName: 'a.pdf',
    caption: 'look',
  });
  await until(() => client.acks.some((ack) => ack.id === id), 'the ack');
  const { body } = await network.call('GET', '/messages');
  expect(body.messages).toMatchObject([
    { type: 'document', text: 'look', mime_type: 'application/pdf', filename: 'a.pdf' },
  ]);
  const stored = await fetch(`${network.origin}/sandbox/devices/messages/${body.messages[0].seq}/media`);
  expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);

  const dispatcher = new Agent({ connect: { ca } });
  for (const type of ['image', 'video', 'audio', 'voice', 'document', 'sticker']) {
    const file = { type, base64: bytes.toString('base64'), caption: 'for you' };
    const written = await network.call('POST', `/phones/${PEER}/messages`, { to: OWN, ...file });
    const got = await until(() => client.messages.find(({ message }) => message.key.id === written.body.id), type);
    const requests: object = { dispatcher };
    const downloaded = await downloadMediaMessage(got.message, 'buffer', { options: requests });
    expect(downloaded.equals(bytes)).toBe(true);
  }
  await dispatcher.close();
});
