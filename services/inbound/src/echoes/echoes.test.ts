import type { Attachment } from '@parley/common/events';
import { attachment } from '@parley/providers/received/inbound-item';
import { expect, test } from 'vitest';
import { echoItem, messageItem, mid, openPeople, PEER, reactionItem, secondsAfter } from '../../test/open-people.ts';

const FILE = [attachment('image', { url: 'https://cdn.example/a.jpg' })];
const OUR_FILE: Attachment[] = [
  { id: 'att_1', type: 'image', url: null, mime_type: null, filename: null, size: null, payload: null },
];
const channels = ['fb', 'ig', 'tt'] as const;

test.for(channels)(
  'a message from the account’s own inbox on %s is reported once, with origin dashboard',
  async (channel) => {
    const people = await openPeople();
    const echo = echoItem(channel, { text: 'From the inbox', attachments: FILE });
    await people.store(echo, echo);
    await people.store(echo);
    const [event, ...more] = await people.inbound.events();
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'message.sent',
      data: { channel, to: PEER, text: 'From the inbox', origin: 'dashboard', attachments: [{ type: 'image' }] },
    });
  },
);

test.for(channels)('the echo of a send on %s that comes after the answer causes no event', async (channel) => {
  const people = await openPeople();
  const id = mid();
  const send = await people.addSend({ channel, status: 'sent', providerMessageId: id });
  await people.store(echoItem(channel, { providerMessageId: id }));
  expect(await people.reported()).toEqual([]);
  expect(await people.sends()).toMatchObject([{ id: send, status: 'sent' }]);
});

test.for(['ig', 'tt'] as const)(
  'the echo of a send on %s that overtakes the answer waits for it, and causes no event',
  async (channel) => {
    const people = await openPeople();
    const id = mid();
    const send = await people.addSend({ channel });
    await people.store(echoItem(channel, { providerMessageId: id }), echoItem(channel, { providerMessageId: id }));
    await people.sweep();
    expect(await people.sends()).toMatchObject([{ id: send, status: 'sending' }]);
    await people.settle(send, id);
    await people.sweep();
    expect(await people.reported()).toEqual([]);
    expect(await people.sends()).toMatchObject([{ id: send, status: 'sent', provider_message_id: id }]);
    expect(await people.pending()).toBe(0);
  },
);

test('an echo on fb that names its message_id settles the send at once, whatever its text; the late answer changes nothing', async () => {
  const people = await openPeople();
  const id = mid();
  const send = await people.addSend({ channel: 'fb' });
  await people.store(echoItem('fb', { providerMessageId: id, callbackData: send, text: 'as the provider shows it' }));
  expect(await people.reported()).toEqual([`message.sent ${send} api`]);
  await people.settle(send, id);
  await people.store(echoItem('fb', { providerMessageId: id, callbackData: send }));
  expect(await people.reported()).toEqual([`message.sent ${send} api`]);
  expect(await people.sends()).toMatchObject([{ id: send, status: 'sent', provider_message_id: id }]);
});

test('an echo that names another account’s message is treated as sent elsewhere', async () => {
  const people = await openPeople();
  const other = await people.addSend({ channel: 'ig' });
  await people.store(echoItem('fb', { callbackData: other }));
  expect(await people.sends()).toMatchObject([
    { id: other, status: 'sending' },
    { origin: 'dashboard', status: 'sent' },
  ]);
});

test('a text typed in the inbox during a send is reported as soon as that send is settled', async () => {
  const people = await openPeople();
  const send = await people.addSend({ channel: 'ig', text: 'ours' });
  const typed = echoItem('ig', { text: 'typed' });
  await people.store(typed, echoItem('ig', { text: 'typed too' }));
  expect(await people.reported()).toEqual([]);
  await people.settle(send, mid());
  await people.sweep();
  expect((await people.inbound.events('message.sent')).map(({ data }) => [data.text, data.origin])).toEqual([
    ['typed', 'dashboard'],
    ['typed too', 'dashboard'],
  ]);
  await people.store(typed);
  expect(await people.reported()).toHaveLength(2);
});

test('an echo that the provider marks as sent by another app does not wait', async () => {
  const people = await openPeople();
  await people.addSend({ channel: 'tt' });
  await people.store(echoItem('tt', { mayBeOurs: false }));
  expect(await people.inbound.events('message.sent')).toHaveLength(1);
});

test.for(channels)(
  'a send of unknown outcome on %s is confirmed by the echo with its text, and reported once',
  async (channel) => {
    const people = await openPeople();
    const id = mid();
    const send = await people.addSend({
      channel,
      status: 'unknown',
      text: 'Zoe\u0308 says hi ',
      settleBy: secondsAfter(new Date(), -5),
    });
    await people.store(echoItem(channel, { providerMessageId: id, text: 'Zo\u00eb says hi' }));
    expect(await people.reported()).toEqual([`message.sent ${send} api`]);
    await people.store(echoItem(channel, { providerMessageId: id, text: 'Zo\u00eb says hi' }));
    expect(await people.reported()).toEqual([`message.sent ${send} api`]);
    expect(await people.sends()).toEqual([{ id: send, status: 'sent', origin: 'api', provider_message_id: id }]);
  },
);

test('two unknown sends of the same text are confirmed by two echoes, one each', async () => {
  const people = await openPeople();
  const past = { status: 'unknown', settleBy: secondsAfter(new Date(), -5) } as const;
  const first = await people.addSend({ channel: 'ig', ...past });
  const second = await people.addSend({ channel: 'ig', ...past });
  await people.store(echoItem('ig'), echoItem('ig'));
  expect(await people.reported()).toEqual([`message.sent ${first} api`, `message.sent ${second} api`]);
});

test('an echo with another text waits until the send of unknown outcome fails, and is then treated as typed', async () => {
  const people = await openPeople();
  const settleBy = secondsAfter(new Date(), 30);
  const send = await people.addSend({ channel: 'ig', status: 'unknown', text: 'ours', settleBy });
  await people.store(echoItem('ig', { text: 'typed' }));
  await people.sweep(secondsAfter(settleBy, -1));
  expect(await people.reported()).toEqual([]);
  await people.sweep(secondsAfter(settleBy, 1));
  expect(await people.sends()).toMatchObject([{ id: send, status: 'unknown' }, { origin: 'dashboard' }]);
});

test('an echo that waited for a send whose process died confirms it', async () => {
  const people = await openPeople();
  const send = await people.addSend({ channel: 'ig' });
  await people.store(echoItem('ig'));
  await people.inbound.rows(`UPDATE messages SET status = 'unknown' WHERE id = $1`, send);
  await people.sweep(secondsAfter(new Date(), 120));
  expect(await people.reported()).toEqual([`message.sent ${send} api`]);
});

test('an echo to one person does not wait for a send to another', async () => {
  const people = await openPeople();
  await people.addSend({ channel: 'ig', peer: 'somebody-else' });
  await people.store(echoItem('ig'));
  expect(await people.inbound.events('message.sent')).toHaveLength(1);
});

test.for(['before', 'after'] as const)(
  'a file and its text, two messages at the provider, are one message: echoes %s the answer',
  async (when) => {
    const people = await openPeople();
    const [file, text] = [mid(), mid()];
    const send = await people.addSend({ channel: 'ig', attachments: OUR_FILE });
    const echoes = [
      echoItem('ig', { providerMessageId: file, text: '', attachments: FILE }),
      echoItem('ig', { providerMessageId: text }),
    ];
    if (when === 'before') await people.store(...echoes);
    await people.settle(send, file, [text]);
    if (when === 'after') await people.store(...echoes);
    await people.sweep();
    expect(await people.reported()).toEqual([]);
    expect(await people.sends()).toHaveLength(1);
    await people.store(reactionItem('ig', { targetProviderId: text }));
    expect((await people.inbound.events('message.reaction')).map(({ data }) => data.message_id)).toEqual([send]);
  },
);

test('both echoes of an unknown send with a file and a text belong to it', async () => {
  const people = await openPeople();
  for (const channel of ['fb', 'ig'] as const) {
    const send = await people.addSend({
      channel,
      attachments: OUR_FILE,
      status: 'unknown',
      settleBy: secondsAfter(new Date(), -5),
    });
    const callbackData = channel === 'fb' ? send : null;
    await people.store(
      echoItem(channel, { text: '', attachments: FILE, callbackData }),
      echoItem(channel, { callbackData }),
    );
    await people.sweep();
    expect((await people.reported()).filter((line) => line.includes(send))).toEqual([`message.sent ${send} api`]);
  }
  expect(await people.sends()).toHaveLength(2);
});

test('a private reply to a comment is found by its text when the person has another address in messages', async () => {
  const people = await openPeople();
  const id = mid();
  const send = await people.addSend({
    channel: 'ig',
    peer: 'commenter',
    commentId: '1800',
    status: 'unknown',
    settleBy: secondsAfter(new Date(), -5),
  });
  await people.store(echoItem('ig', { providerMessageId: id }));
  expect(await people.reported()).toEqual([`message.sent ${send} api`]);
  await people.store(messageItem('ig'));
  const conversations = await people.inbound.rows('SELECT DISTINCT conversation_id FROM messages');
  expect(conversations).toHaveLength(1);
});

test('replicas that receive the same echoes at once report each once', async () => {
  const people = await openPeople();
  const send = await people.addSend({ channel: 'ig', text: 'ours' });
  const ours = echoItem('ig', { text: 'ours' });
  const typed = Array.from({ length: 5 }, (_, nth) => echoItem('ig', { text: `typed ${nth}` }));
  await Promise.all([people.store(ours, ...typed), people.storeElsewhere(...typed, ours), people.storeElsewhere(ours)]);
  if (ours.kind !== 'echo') throw new Error('Not an echo.');
  await people.settle(send, ours.providerMessageId);
  await Promise.all([people.sweep(), people.sweep(), people.storeElsewhere(...typed)]);
  await people.sweep();
  const reported = await people.inbound.events('message.sent');
  expect(reported.map(({ data }) => data.text).sort()).toEqual(typed.map((_, nth) => `typed ${nth}`));
});

test('a conversation keeps the newest thread for sends; an older message that arrives late does not change it', async () => {
  const people = await openPeople();
  const now = new Date();
  const from = { address: PEER, aliases: [], name: null, username: null, phone: null };
  const thread = async () =>
    (await people.inbound.rows<{ t: string }>('SELECT provider_thread_id AS t FROM conversations'))[0]?.t;
  await people.store(messageItem('tt', { from: { ...from, threadId: 'thread+/1==' }, at: now }));
  expect(await thread()).toBe('thread+/1==');
  await people.store(messageItem('tt', { from: { ...from, threadId: 'thread 2' }, at: secondsAfter(now, 5) }));
  await people.store(messageItem('tt', { from: { ...from, threadId: 'thread 0' }, at: secondsAfter(now, -5) }));
  await people.store(messageItem('tt', { at: secondsAfter(now, 6) }));
  expect(await thread()).toBe('thread 2');
});
