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

const statusesOf = (results: { status: string }[]) => results.map(({ status }) => status);
const shown = async (network: Awaited<ReturnType<typeof openDeviceNetwork>>, id: string) => {
  const { body } = await network.call('GET', '/groups');
  return body.groups.find((group: { id: string }) => group.id === id);
};
const jid = (number: string | undefined) => `${number}@s.whatsapp.net`;

test('a device creates a group, changes its facts and rules, and reads them back', async () => {
  await using network = await openDeviceNetwork();
  const { sock, groups } = await network.link(OWN);
  await network.call('POST', '/phones', { number: BOB });
  const { id } = await sock.groupCreate('Made here', [jid(BOB)]);
  await until(() => groups.includes(id), 'the notice of the group');
  await sock.groupUpdateSubject(id, 'Renamed');
  await sock.groupUpdateDescription(id, 'About us');
  await sock.groupSettingUpdate(id, 'announcement');
  await sock.groupSettingUpdate(id, 'locked');
  await sock.groupMemberAddMode(id, 'all_member_add');
  await sock.groupJoinApprovalMode(id, 'on');
  await sock.groupToggleEphemeral(id, 86_400);
  expect(await sock.groupMetadata(id)).toMatchObject({
    ...{ subject: 'Renamed', desc: 'About us', announce: true, restrict: true, memberAddMode: true },
    ...{ joinApprovalMode: true, ephemeralDuration: 86_400, size: 2 },
  });
  await sock.groupUpdateDescription(id);
  expect((await sock.groupMetadata(id)).desc).toBeUndefined();
});

test('people who cannot be added are answered with the network’s codes, each on their own', async () => {
  await using network = await openDeviceNetwork();
  const { sock } = await network.link(OWN);
  const people = { contacts_only: BOB, blocked: CAROL, left_recently: '15550004', allowed: '15550005' };
  for (const [setting, number] of Object.entries(people))
    await network.call('POST', '/phones', { number, group_adds: setting });
  const { id } = await sock.groupCreate('Codes', []);
  const all = [...Object.values(people), '15559999'].map(jid);
  const results = await sock.groupParticipantsUpdate(id, all, 'add');
  expect(statusesOf(results)).toEqual(['403', '401', '408', '200', '404']);
  expect(statusesOf(await sock.groupParticipantsUpdate(id, [jid('15550005')], 'add'))).toEqual(['409']);
  await network.call('PUT', '/settings', { group_size: 2 });
  await network.call('POST', '/phones', { number: '15550006' });
  expect(statusesOf(await sock.groupParticipantsUpdate(id, [jid('15550006')], 'add'))).toEqual(['500']);
  expect(statusesOf(await sock.groupParticipantsUpdate(id, [jid('15550005')], 'promote'))).toEqual(['200']);
  expect((await shown(network, id)).participants).toMatchObject([
    { number: OWN },
    { number: '15550005', role: 'admin' },
  ]);
});

test('a member who is no admin changes nothing, and an over-limit network refuses all', async () => {
  await using network = await openDeviceNetwork();
  const { sock } = await network.link(OWN);
  const { body } = await network.call('POST', '/groups', { subject: 'Theirs', owner: BOB, participants: [OWN] });
  const { id } = body.group;
  await expect(sock.groupParticipantsUpdate(id, [jid(BOB)], 'remove')).rejects.toThrow('forbidden');
  await expect(sock.groupSettingUpdate(id, 'locked')).rejects.toThrow('forbidden');
  await expect(sock.groupInviteCode(id)).rejects.toThrow('not-authorized');
  await expect(sock.groupUpdateSubject('120363999999999999@g.us', 'x')).rejects.toThrow('item-not-found');
  await network.call('PUT', '/settings', { group_queries: 'overlimit' });
  await expect(sock.groupMetadata(id)).rejects.toThrow('rate-overlimit');
});

test('an invite code joins, a revoked one does not, and a group with approval collects requests', async () => {
  await using network = await openDeviceNetwork();
  const one = await network.link(OWN);
  const two = await network.link(BOB ?? '');
  const { id } = await one.sock.groupCreate('By link', []);
  const first = await one.sock.groupInviteCode(id);
  const second = await one.sock.groupRevokeInvite(id);
  await expect(two.sock.groupAcceptInvite(first ?? '')).rejects.toThrow('gone');
  await expect(two.sock.groupAcceptInvite('NoSuchCode')).rejects.toThrow('not-acceptable');
  expect(await two.sock.groupAcceptInvite(second ?? '')).toBe(id);
  await two.sock.groupLeave(id);
  await one.sock.groupJoinApprovalMode(id, 'on');
  expect(await two.sock.groupAcceptInvite(second ?? '')).toBeUndefined();
  expect(await one.sock.groupRequestParticipantsList(id)).toMatchObject([{ request_method: 'invite_link' }]);
  expect(statusesOf(await one.sock.groupRequestParticipantsUpdate(id, [jid(BOB)], 'approve'))).toEqual(['200']);
  expect((await two.sock.groupMetadata(id)).size).toBe(2);
});
