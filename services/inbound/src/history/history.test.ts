import { listConversationMessages } from '@parley/common/contracts/operator/conversations';
import { makeTestBot } from '@parley/testing/factories/test-bot';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';
import { NUMBER } from '../../test/seed-database.ts';
import { bodyOf, changeOf, changeValue, seconds, textMessage } from '../../test/wa-bodies.ts';

// docs/reference/wa.md#history
const OWN = '15550783881';
const ANN = '16505551234';
const BOB = '16505550000';
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number): string => seconds(new Date(Date.now() - hours * HOUR_MS));

interface Past {
  id: string;
  timestamp: string;
}
const from = (person: string, id: string, hours: number, given: Record<string, unknown> = {}): Past => ({
  ...{ from: person, id: `wamid.${id}`, timestamp: hoursAgo(hours) },
  ...{ type: 'text', text: { body: `text ${id}` }, history_context: { status: 'READ' } },
  ...given,
});
const sentTo = (person: string, id: string, hours: number, given: Record<string, unknown> = {}): Past =>
  from(OWN, id, hours, { to: person, ...given });
const thread = (person: string, ...messages: Past[]) => ({ id: person, context: { wa_id: person }, messages });
const part = (
  threads: readonly unknown[],
  { phase = 0, order = 1, progress = 100 }: { phase?: number; order?: number; progress?: number } = {},
) =>
  bodyOf(
    changeOf(changeValue({ history: [{ metadata: { phase, chunk_order: order, progress }, threads }] }), 'history'),
  );
const contacts = (...people: Record<string, unknown>[]) =>
  bodyOf(
    changeOf(
      changeValue({ state_sync: people.map((contact) => ({ type: 'contact', contact, action: 'add' })) }),
      'smb_app_state_sync',
    ),
  );

const texts = async (inbound: OpenInbound): Promise<string[]> =>
  (await inbound.rows<{ text: string }>('SELECT text FROM messages ORDER BY id')).map(({ text }) => text);
const stateOf = async (inbound: OpenInbound) => {
  const [row] = await inbound.rows<{ state: string; imported: number; progress: number | null }>(
    'SELECT history_state AS state, imported, progress FROM history_imports',
  );
  return row;
};
const partsRead = (inbound: OpenInbound) => expect.poll(() => inbound.rows('SELECT 1 FROM history_parts')).toEqual([]);
/** Ends the pause after the newest part. */
async function untilImported(inbound: OpenInbound): Promise<void> {
  await partsRead(inbound);
  await inbound.rows(`UPDATE history_imports SET import_at = now() - interval '1 minute' WHERE import_at IS NOT NULL`);
  await expect.poll(() => inbound.rows('SELECT 1 FROM history_imports WHERE import_at IS NOT NULL')).toEqual([]);
}

test('parts in any order become one history, oldest first, each message once', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(part([thread(ANN, sentTo(ANN, 'A2', 20), from(ANN, 'A4', 2))]));
  await inbound.receiveMeta(
    part([thread(ANN, from(ANN, 'A1', 500), sentTo(ANN, 'A2', 20))], { phase: 1, progress: 70 }),
  );
  await inbound.receiveMeta(part([thread(ANN, from(ANN, 'A3', 10))], { order: 2, progress: 50 }));
  await partsRead(inbound);
  expect(await texts(inbound)).toEqual([]);
  expect(await stateOf(inbound)).toEqual({ state: 'progress', imported: 0, progress: 100 });
  await untilImported(inbound);
  expect(await texts(inbound)).toEqual(['text A1', 'text A2', 'text A3', 'text A4']);
  expect(await stateOf(inbound)).toEqual({ state: 'done', imported: 4, progress: 100 });
  await inbound.receiveMeta(part([thread(ANN, from(ANN, 'A1', 500))], { phase: 1, progress: 70 }));
  await untilImported(inbound);
  expect(await stateOf(inbound)).toEqual({ state: 'done', imported: 4, progress: 100 });
});

test('the past causes no event, no unread message, no window, no bot turn and no consent', async () => {
  const inbound = await openForTest();
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  await inbound.receiveMeta(part([thread(ANN, from(ANN, 'A1', 3, { text: { body: 'STOP' } }), sentTo(ANN, 'A2', 1))]));
  await untilImported(inbound);
  expect(await texts(inbound)).toEqual(['STOP', 'text A2']);
  for (const table of ['events', 'bot_turns', 'consents', 'away_messages'])
    expect(await inbound.rows(`SELECT 1 FROM ${table}`)).toEqual([]);
  expect(await inbound.rows('SELECT unread, last_inbound_at AS heard, status FROM conversations')).toEqual([
    { unread: 0, heard: null, status: 'open' },
  ]);
  const sent = await inbound.rows(
    'SELECT direction, origin, status, extra -> $1 AS imported FROM messages ORDER BY id',
    'imported',
  );
  expect(sent).toEqual([
    { direction: 'in', origin: 'customer', status: 'received', imported: true },
    { direction: 'out', origin: 'phone', status: 'read', imported: true },
  ]);
});

test('live messages stay above the past and unread, and a message that came live is not imported again', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(part([thread(ANN, from(ANN, 'A1', 30))], { progress: 10 }));
  const live = textMessage(ANN, 'live', { id: 'wamid.L1' });
  await inbound.receiveMeta(bodyOf(changeOf(changeValue({ messages: [live] }))));
  await inbound.receiveMeta(part([thread(ANN, { ...live, ...{ history_context: { status: 'READ' } } })]));
  await untilImported(inbound);
  expect(await texts(inbound)).toEqual(['text A1', 'live']);
  expect(await inbound.rows('SELECT unread FROM conversations')).toEqual([{ unread: 1 }]);
  expect(await inbound.events('message.received')).toHaveLength(1);
});

test.each(['before', 'after', 'long after'])('a file that arrives %s its placeholder replaces it', async (when) => {
  const inbound = await openForTest();
  const placeholder = part([thread(ANN, from(ANN, 'A1', 3, { type: 'media_placeholder', text: undefined }))]);
  const image = { caption: 'Echeveria', mime_type: 'image/jpeg', sha256: 'x', id: '24230790383178626' };
  const late = bodyOf(
    changeOf(
      changeValue({
        contacts: [{ profile: { username: 'ann' }, wa_id: ANN, user_id: 'US.1349' }],
        messages: [from(ANN, 'A1', 3, { type: 'image', text: undefined, image })],
      }),
      'history',
    ),
  );
  await inbound.receiveMeta(when === 'before' ? late : placeholder);
  if (when === 'long after') {
    await untilImported(inbound);
    expect(await inbound.rows('SELECT text, attachments -> 0 ->> $1 AS type FROM messages', 'type')).toEqual([
      { text: '', type: 'unsupported' },
    ]);
  }
  await inbound.receiveMeta(when === 'before' ? placeholder : late);
  await untilImported(inbound);
  expect(await inbound.rows('SELECT text, attachments -> 0 ->> $1 AS type FROM messages', 'type')).toEqual([
    { text: 'Echeveria', type: 'image' },
  ]);
  expect(await inbound.rows('SELECT provider_media_id AS id FROM attachments')).toEqual([{ id: image.id }]);
  const [tenant] = await inbound.rows<{ slug: string }>('SELECT slug FROM tenants WHERE id = $1', inbound.tenantId);
  const [conversation] = await inbound.rows<{ id: number }>('SELECT id FROM conversations');
  const shown = await inbound.call(listConversationMessages, {
    ...{ slug: tenant?.slug ?? '', id: conversation?.id ?? 0, limit: 10 },
  });
  expect(shown.items).toMatchObject([{ text: 'Echeveria', imported: true }]);
});

test('the address book names the people of the history and known people, and creates no person', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(
    bodyOf(changeOf(changeValue({ contacts: [{ wa_id: BOB, profile: {} }], messages: [textMessage(BOB, 'hi')] }))),
  );
  await inbound.receiveMeta(
    contacts(
      { full_name: 'Ann Marten', first_name: 'Ann', phone_number: ANN, user_id: 'US.1', username: 'ann' },
      { full_name: 'Bob', phone_number: BOB },
      { full_name: 'A stranger', phone_number: '16505559999' },
    ),
  );
  await inbound.receiveMeta(part([thread(ANN, sentTo(ANN, 'A1', 3))]));
  await untilImported(inbound);
  expect(await inbound.rows('SELECT name, username FROM contacts ORDER BY name')).toEqual([
    { name: 'Ann Marten', username: 'ann' },
    { name: 'Bob', username: null },
  ]);
  expect(await inbound.rows('SELECT 1 FROM history_people')).toEqual([]);
});

test('a person who hides the number is found by the id of the thread, and is the same person later', async () => {
  const inbound = await openForTest();
  const hidden = {
    id: 'US.77',
    context: { user_id: 'US.77', username: 'pablo' },
    messages: [from('', 'A1', 3, { from: undefined }), from(OWN, 'A2', 2, { to_user_id: 'US.77' })],
  };
  await inbound.receiveMeta(part([hidden]));
  await untilImported(inbound);
  expect(await inbound.rows('SELECT peer, direction FROM messages ORDER BY id')).toEqual([
    { peer: 'US.77', direction: 'in' },
    { peer: 'US.77', direction: 'out' },
  ]);
  expect(await inbound.rows('SELECT 1 FROM contacts')).toHaveLength(1);
});

test('a declined history is noted, and nothing waits for it', async () => {
  const inbound = await openForTest();
  const errors = [
    { code: 2593109, title: 'History sync is turned off by the business from the WhatsApp Business App' },
  ];
  await inbound.receiveMeta(bodyOf(changeOf(changeValue({ history: [{ errors }] }), 'history')));
  await partsRead(inbound);
  expect(await stateOf(inbound)).toEqual({ state: 'declined', imported: 0, progress: null });
});

test('a history of a number that is not connected is kept as an unknown element', async () => {
  const inbound = await openForTest();
  await inbound.rows(`UPDATE channel_accounts SET status = 'disconnected' WHERE external_id = $1`, NUMBER);
  await inbound.receiveMeta(part([thread(ANN, from(ANN, 'A1', 3))]));
  expect(await inbound.rows('SELECT reason FROM unknown_provider_events')).toEqual([
    { reason: 'no connected account' },
  ]);
});

test('two replicas import the same history once', async () => {
  const inbound = await openForTest();
  await inbound.startReplica();
  const ids = Array.from({ length: 450 }, (_, index) => `M${String(index).padStart(4, '0')}`);
  await inbound.receiveMeta(part([thread(ANN, ...ids.map((id, index) => from(ANN, id, 500 - index)))]));
  await untilImported(inbound);
  expect(await texts(inbound)).toEqual(ids.map((id) => `text ${id}`));
  expect(await stateOf(inbound)).toEqual({ state: 'done', imported: 450, progress: 100 });
});

test('a quoted message of the past is linked, and what is no message is left out', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(
    part([
      thread(
        ANN,
        from(ANN, 'A2', 2, { context: { id: 'wamid.A1' } }),
        sentTo(ANN, 'A1', 3),
        from(ANN, 'R1', 1, { type: 'reaction', text: undefined, reaction: { message_id: 'wamid.A1', emoji: '👍' } }),
      ),
    ]),
  );
  await untilImported(inbound);
  expect(
    await inbound.rows(
      `SELECT m.text, r.text AS quoted FROM messages m LEFT JOIN messages r ON r.id = m.reply_to_id ORDER BY m.id`,
    ),
  ).toEqual([
    { text: 'text A1', quoted: null },
    { text: 'text A2', quoted: 'text A1' },
  ]);
});

test('the received files of the past are copied like others, those of the account are not', async () => {
  const inbound = await openForTest({ variables: { PARLEY_MEDIA_KEEP_DAYS: '30' }, hasFiles: false });
  const image = (id: string) => ({ type: 'image', text: undefined, image: { id, mime_type: 'image/jpeg' } });
  await inbound.receiveMeta(part([thread(ANN, from(ANN, 'A1', 3, image('1')), sentTo(ANN, 'A2', 2, image('2')))]));
  await inbound.rows('UPDATE kept_files_progress SET read_until = 1000000000');
  await untilImported(inbound);
  expect(
    await inbound.rows(
      `SELECT f.provider_media_id AS id, k.state FROM kept_files k JOIN attachments f ON f.id = k.attachment_id`,
    ),
  ).toEqual([{ id: '1', state: 'waiting' }]);
});
