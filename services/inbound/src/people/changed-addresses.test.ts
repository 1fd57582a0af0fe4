import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';
import { bodyOf, changeOf, changeValue, messagesBody, textMessage, wamid } from '../../test/wa-bodies.ts';

const OLD_NUMBER = '15551234567';
const NEW_NUMBER = '15559998888';
const OLD_ID = 'US.10101010101010101010';
const NEW_ID = 'US.13491208655302741918';

const peers = async (inbound: OpenInbound) =>
  (await inbound.rows<{ peer: string }>('SELECT peer FROM conversations ORDER BY id')).map(({ peer }) => peer);

const system = (given: object) => ({ id: wamid(), timestamp: '1772359300', type: 'system', ...given });
const userIdUpdate = bodyOf(
  changeOf(
    changeValue({
      user_id_update: [{ wa_id: OLD_NUMBER, user_id: { previous: OLD_ID, current: NEW_ID }, timestamp: '1772359300' }],
    }),
    'user_id_update',
  ),
);

test.each([
  ['the new number in wa_id', { from: OLD_NUMBER, system: { type: 'user_changed_number', wa_id: NEW_NUMBER } }],
  ['the new number in new_wa_id', { from: OLD_NUMBER, system: { type: 'user_changed_number', new_wa_id: NEW_NUMBER } }],
  [
    'the old number inside the notice alone',
    { system: { type: 'user_changed_number', customer: OLD_NUMBER, wa_id: NEW_NUMBER } },
  ],
])('user_changed_number changes the address for sends: %s', async (_title, news) => {
  const inbound = await openForTest();
  await inbound.receiveMeta(messagesBody('Ann', textMessage(OLD_NUMBER, 'Hello')));
  await inbound.receiveMeta(bodyOf(changeOf(changeValue({ messages: [system(news)] }))));
  expect(await peers(inbound)).toEqual([`+${NEW_NUMBER}`]);
});

test('user_id_update changes the address of a person who hides the number', async () => {
  const inbound = await openForTest();
  const hidden = (id: string, text: string) => textMessage('', text, { from: undefined, from_user_id: id });
  await inbound.receiveMeta(messagesBody('Ann', hidden(OLD_ID, 'Hello')));
  await inbound.receiveMeta(userIdUpdate);
  expect(await peers(inbound)).toEqual([NEW_ID]);
  await inbound.receiveMeta(messagesBody('Ann', hidden(NEW_ID, 'Me again')));
  expect(await peers(inbound)).toEqual([NEW_ID]);
  expect((await inbound.events('message.received')).map(({ data }) => data.from)).toEqual([OLD_ID, NEW_ID]);
});

test('user_id_update of a person whose number is known keeps the number, and the new id finds the conversation', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(messagesBody('Ann', textMessage(OLD_NUMBER, 'Hello', { from_user_id: OLD_ID })));
  await inbound.receiveMeta(userIdUpdate);
  expect(await peers(inbound)).toEqual([`+${OLD_NUMBER}`]);
  await inbound.receiveMeta(
    messagesBody('Ann', textMessage('', 'Hidden now', { from: undefined, from_user_id: NEW_ID })),
  );
  expect(await inbound.rows('SELECT DISTINCT conversation_id FROM messages')).toHaveLength(1);
  const [known, hidden] = (await inbound.events('message.received')).map(({ data }) => data);
  expect(known).toMatchObject({ from: `+${OLD_NUMBER}`, sender: { id: OLD_ID } });
  expect(hidden).toMatchObject({ from: NEW_ID });
  expect(hidden?.sender).not.toHaveProperty('id');
});
