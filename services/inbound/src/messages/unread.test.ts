import { removeMessages } from '@parley/inbox/erasure/erase.store';
import { expect, test } from 'vitest';
import { echoItem, messageItem, mid, type OpenPeople, openPeople, secondsAfter } from '../../test/open-people.ts';

/** The unread count of conversations, and the count by their messages: customer messages above the mark. */
async function unreadOf({ inbound }: OpenPeople) {
  const found = await inbound.rows<{ unread: number; counted: number }>(
    `SELECT c.unread, (SELECT count(*)::int4 FROM messages m
                        WHERE m.conversation_id = c.id AND m.direction = 'in' AND m.id > c.read_message_id) AS counted
       FROM conversations c ORDER BY c.id`,
  );
  expect(found.map(({ unread }) => unread)).toEqual(found.map(({ counted }) => counted));
  return found.map(({ unread }) => unread);
}

test('every message of a customer is unread until a person answers in the page’s inbox', async () => {
  const people = await openPeople();
  await people.store(messageItem('fb'), messageItem('fb'));
  await people.store(messageItem('fb'));
  expect(await unreadOf(people)).toEqual([3]);
  await people.store(echoItem('fb', { mayBeOurs: false }));
  expect(await unreadOf(people)).toEqual([0]);
  await people.store(messageItem('fb'));
  expect(await unreadOf(people)).toEqual([1]);
});

test('a message typed in the inbox before the customer wrote, which arrives late, marks nothing as answered', async () => {
  const people = await openPeople();
  const at = new Date();
  await people.store(messageItem('fb', { at }));
  await people.store(echoItem('fb', { mayBeOurs: false, at: secondsAfter(at, -5) }));
  expect(await unreadOf(people)).toEqual([1]);
});

test('a send marks earlier messages as answered as soon as the provider accepts it', async () => {
  const people = await openPeople();
  await people.store(messageItem('fb'), messageItem('fb'));
  const send = await people.addSend({ channel: 'fb' });
  await people.store(messageItem('fb'));
  expect(await unreadOf(people)).toEqual([3]);
  await people.settle(send, mid());
  expect(await unreadOf(people)).toEqual([1]);
});

test('a bot’s message marks nothing as answered', async () => {
  const people = await openPeople();
  await people.store(messageItem('fb'));
  const send = await people.addSend({ channel: 'fb' });
  await people.inbound.rows(`UPDATE messages SET origin = 'bot' WHERE id = $1`, send);
  await people.settle(send, mid());
  expect(await unreadOf(people)).toEqual([1]);
});

test('a send whose response was lost marks messages as answered when its echo confirms it', async () => {
  const people = await openPeople();
  await people.store(messageItem('fb'));
  const send = await people.addSend({ channel: 'fb', status: 'unknown' });
  await people.store(echoItem('fb', { callbackData: send }));
  expect(await unreadOf(people)).toEqual([0]);
});

test('erased messages are no longer unread', async () => {
  const people = await openPeople();
  await people.store(messageItem('fb'), messageItem('fb'), messageItem('fb'));
  const found = await people.inbound.rows<{ id: string }>('SELECT id FROM messages ORDER BY id LIMIT 2');
  await people.inbound.database.db.transaction((sql) =>
    removeMessages(
      sql,
      found.map(({ id }) => id),
    ),
  );
  expect(await unreadOf(people)).toEqual([1]);
});

test('no unread message is lost or counted twice when customers write while two replicas settle sends', async () => {
  const people = await openPeople();
  for (let round = 0; round < 10; round++) {
    const sends = [await people.addSend({ channel: 'fb' }), await people.addSend({ channel: 'fb', text: 'Again' })];
    await Promise.all([
      people.store(messageItem('fb'), messageItem('fb')),
      ...sends.map((send) => people.settle(send, mid())),
      people.storeElsewhere(messageItem('fb'), echoItem('fb', { text: 'From the inbox', mayBeOurs: false })),
      people.store(messageItem('fb')),
    ]);
    await unreadOf(people);
  }
});
