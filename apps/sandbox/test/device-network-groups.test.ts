import { expect, test } from 'vitest';
import { type Client, openDeviceNetwork } from './device-client.ts';
import { until } from './until.ts';

const OWN = '15550001';
const [BOB, CAROL] = ['15550002', '15550003'];

/** The recipients of each message; the client merges quick receipts into the event of the message itself. */
const deliveriesOf = (client: Client) => [
  ...client.receipts.map(({ key, receipt }) => [key.id, receipt.userJid]),
  ...client.messages.flatMap(({ message }) =>
    (message.userReceipt ?? []).map(({ userJid }) => [message.key.id, userJid]),
  ),
];

for (const addressing of ['lid', 'pn'] as const) {
  test(`a group by ${addressing}: metadata, texts both ways, receipts of every participant`, async () => {
    await using network = await openDeviceNetwork();
    const client = await network.link(OWN);
    const created = await network.call('POST', '/groups', {
      subject: 'Team',
      owner: OWN,
      participants: [BOB, CAROL],
      addressing,
    });
    const { id: group } = created.body.group;
    await until(() => client.groups.includes(group), 'the news of the group');
    const metadata = await client.sock.groupMetadata(group);
    expect(metadata).toMatchObject({ subject: 'Team', addressingMode: addressing, size: 3 });
    expect(Object.keys(await client.sock.groupFetchAllParticipating())).toEqual([group]);

    const sentIds = [await client.send(group, { text: 'first' }), await client.send(group, { text: 'second' })];
    const delivered = await until(() => deliveriesOf(client).length >= 4 && deliveriesOf(client), 'delivery to both');
    const jidOf = (number: string) => (addressing === 'lid' ? `9${number}@lid` : `${number}@s.whatsapp.net`);
    for (const id of sentIds)
      for (const number of [BOB, CAROL]) expect(delivered).toContainEqual([id, jidOf(number ?? '')]);
    const { body } = await network.call('GET', `/messages?to=${group}`);
    expect(body.messages.map(({ text }: { text: string }) => text)).toEqual(['first', 'second']);

    for (const text of ['hi all', 'again']) {
      const written = await network.call('POST', `/phones/${BOB}/messages`, { to: group, type: 'text', text });
      const got = await until(() => client.messages.find(({ message }) => message.key.id === written.body.id), text);
      expect(got.message).toMatchObject({ key: { remoteJid: group, fromMe: false }, message: { conversation: text } });
      expect(got.message.key.participant).toBe(jidOf(BOB ?? ''));
    }
    await network.call('POST', `/phones/${CAROL}/receipts`, { to: OWN, group, message_ids: sentIds, type: 'read' });
    await until(() => client.receipts.filter(({ receipt }) => receipt.readTimestamp).length === 2, 'both read');
  });
}

test('a person who leaves a group can no longer write there, and members are notified', async () => {
  await using network = await openDeviceNetwork();
  const client = await network.link(OWN);
  const created = await network.call('POST', '/groups', { subject: 'Team', owner: BOB, participants: [OWN, CAROL] });
  const { id: group } = created.body.group;
  await client.send(group, { text: 'still here' });
  const changes: string[] = [];
  client.sock.ev.on('group-participants.update', ({ action }) => void changes.push(action));
  const change = (action: string, number: string) =>
    network.call('POST', `/groups/${group}/participants`, { action, by: BOB, participants: [number] });
  await change('add', '15550004');
  await change('remove', OWN);
  await until(() => changes.length === 2, 'both changes');
  expect(changes).toEqual(['add', 'remove']);
  await expect(client.sock.groupMetadata(group)).rejects.toThrow('forbidden');
});

test('two linked devices in one group read each other', async () => {
  await using network = await openDeviceNetwork();
  const one = await network.link(OWN);
  const two = await network.link(BOB ?? '');
  const created = await network.call('POST', '/groups', { subject: 'Both', owner: OWN, participants: [BOB, CAROL] });
  const id = await one.send(created.body.group.id, { text: 'to the group' });
  const got = await until(() => two.messages.find(({ message }) => message.key.id === id), 'the group message');
  expect(got.message.message?.extendedTextMessage?.text).toBe('to the group');
});
