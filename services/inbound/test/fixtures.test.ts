import { readdirSync, readFileSync } from 'node:fs';
import type { EventType } from '@parley/common/events';
import { EVENT_DATA } from '@parley/common/events/event-data';
import { upsertPeople } from '@parley/messaging/people/upsert-people';
import { parseInstagramWebhook } from '@parley/providers/graph/instagram-webhook';
import { parsePageWebhook } from '@parley/providers/graph/page-webhook';
import { parseWaWebhook } from '@parley/providers/graph/wa-webhook';
import { isObject, listOf, objectOf, textOf } from '@parley/providers/http/json-walk';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { parseTelegramUpdate } from '@parley/providers/telegram/telegram-update';
import { parseTiktokWebhook } from '@parley/providers/tiktok/tiktok-webhook';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIXTURE_OUTCOMES } from './fixture-outcomes.ts';
import { type OpenInbound, openInbound } from './open-inbound.ts';
import { PEOPLE_FIXTURE_OUTCOMES } from './people-fixture-outcomes.ts';
import { BOT, type StoredEvent } from './seed-database.ts';

const FIXTURES = new URL('../../../packages/providers/fixtures/', import.meta.url);

/** How each channel's webhooks are read and delivered; TikTok's stay text, because their ids exceed a double. */
const PROVIDERS = {
  wa: {
    parse: (raw: string) => parseWaWebhook(JSON.parse(raw)),
    receive: (raw: string) => inbound.receiveMeta(JSON.parse(raw)),
  },
  tg: {
    parse: (raw: string) => parseTelegramUpdate(JSON.parse(raw), BOT),
    receive: (raw: string) => inbound.receiveTg(JSON.parse(raw)),
  },
  fb: {
    parse: (raw: string) => parsePageWebhook(JSON.parse(raw)),
    receive: (raw: string) => inbound.receiveMeta(JSON.parse(raw)),
  },
  ig: {
    parse: (raw: string) => parseInstagramWebhook(JSON.parse(raw)),
    receive: (raw: string) => inbound.receiveMeta(JSON.parse(raw)),
  },
  tt: { parse: (raw: string) => parseTiktokWebhook(raw), receive: (raw: string) => inbound.receiveTt(raw) },
};
const CHANNELS = ['wa', 'tg', 'fb', 'ig', 'tt'] as const;
const channelOf = (name: string) => {
  const channel = CHANNELS.find((code) => name.startsWith(`${code}/`));
  if (!channel) throw new Error(`${name} belongs to no channel.`);
  return PROVIDERS[channel];
};
const names = CHANNELS.flatMap((channel) =>
  readdirSync(new URL(`${channel}/`, FIXTURES))
    .filter((name) => name.startsWith('webhook-'))
    .map((name) => `${channel}/${name.replace('.json', '')}`),
);
const OUTCOMES: Readonly<Record<string, readonly string[]>> = { ...FIXTURE_OUTCOMES, ...PEOPLE_FIXTURE_OUTCOMES };

let inbound: OpenInbound;
/** The calls to other services, one line each. */
const forwarded: string[] = [];
beforeAll(async () => {
  inbound = await openInbound();
  await inbound.rows(`UPDATE api_keys SET events = events || '{contact.referral}', receipts = '{tt}'`);
  await inbound.startNeighbours({
    async storeComments({ changes }) {
      for (const { change, commentId: id, postId: post, parentId: parent, text, from, isOwn } of changes) {
        const who = from === null ? 'nobody known' : [from.id, from.name].filter((part) => part !== null).join(' ');
        const where = [post === null ? null : `on ${post}`, parent === null ? null : `below ${parent}`];
        const facts = [
          `comment ${change} ${id}`,
          ...where,
          JSON.stringify(text),
          `by ${isOwn ? 'itself, ' : ''}${who}`,
        ];
        forwarded.push(facts.filter((fact) => fact !== null).join(' '));
      }
    },
    async reportBusiness({ wabaId, number, news }) {
      const about = number === null ? wabaId : `${number} of ${wabaId}`;
      forwarded.push(`business account ${about}: ${JSON.stringify(news)}`);
    },
    async reportBroken() {
      forwarded.push('authorization taken back');
    },
  });
});
afterAll(() => inbound.close());

/** Every object inside a value, including itself. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const element of value) yield* objectsIn(element);
  if (!isObject(value)) return;
  yield value;
  for (const member of Object.values(value)) yield* objectsIn(member);
}

async function holdNumbers(body: unknown): Promise<void> {
  for (const { phone_number_id: given } of objectsIn(body)) {
    const externalId = textOf(given);
    if (externalId === null) continue;
    const known = await inbound.rows('SELECT 1 FROM channel_accounts WHERE external_id = $1', externalId);
    if (known.length === 0) await inbound.addAccount({ tenantId: inbound.tenantId, channel: 'wa', externalId });
  }
}

/** Adds the accounts of the webhooks. */
async function holdAccounts(items: readonly InboundItem[]): Promise<void> {
  for (const item of items) {
    if (!('account' in item)) continue;
    const { channel, externalId } = item.account;
    const known = await inbound.rows('SELECT 1 FROM channel_accounts WHERE external_id = $1', externalId);
    if (known.length === 0) await inbound.addAccount({ tenantId: inbound.tenantId, channel, externalId });
  }
}

async function contactOf(externalId: string, address: string): Promise<number | undefined> {
  const [account] = await inbound.rows<{ tenant_id: number; channel: string }>(
    'SELECT tenant_id, channel FROM channel_accounts WHERE external_id = $1',
    externalId,
  );
  if (!account) return undefined;
  const person = { tenantId: account.tenant_id, channel: account.channel, addresses: [address] };
  const unnamed = { name: null, username: null, phone: null };
  const [id] = await inbound.database.db.transaction((sql) => upsertPeople(sql, [{ ...person, ...unnamed }]));
  return id;
}

async function putMessage(
  externalId: string,
  direction: string,
  providerMessageId: string,
  peer: string,
): Promise<void> {
  const contactId = await contactOf(externalId, peer);
  await inbound.rows(
    `WITH account AS (SELECT id, tenant_id, channel FROM channel_accounts WHERE external_id = $1),
          conversation AS (
            INSERT INTO conversations (tenant_id, channel, channel_account_id, contact_id, peer)
            SELECT a.tenant_id, a.channel, a.id, $5::int, $4 FROM account a
            ON CONFLICT (channel_account_id, contact_id) DO UPDATE SET peer = excluded.peer RETURNING id)
     INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text,
                           provider_message_id, happened_at)
     SELECT a.tenant_id, v.id, a.id, a.channel, $2, CASE $2 WHEN 'in' THEN 'customer' ELSE 'api' END,
            CASE $2 WHEN 'in' THEN 'received' ELSE 'sent' END, $4, 'stored before', $3, '2000-01-01'
       FROM account a, conversation v
     ON CONFLICT DO NOTHING`,
    externalId,
    direction,
    providerMessageId,
    peer,
    contactId,
  );
}

/** Stores what a webhook refers to: messages of its receipts, reactions, edits and replies, and people at their old address. */
async function putTargets(items: readonly InboundItem[]): Promise<void> {
  const own = new Set(items.flatMap((item) => (item.kind === 'message' ? [item.providerMessageId] : [])));
  for (const item of items) {
    if (!('account' in item)) continue;
    const { externalId } = item.account;
    const put = async (direction: string, id: string, peer = '+15550001111') => {
      if (!own.has(id)) await putMessage(externalId, direction, id, peer);
    };
    if (item.kind === 'watermark') await put('out', item.untilProviderId ?? 'sent before', item.peer);
    if (item.kind === 'receipt') await put('out', item.providerMessageId);
    if (item.kind === 'edited' || item.kind === 'revoked') await put('in', item.providerMessageId);
    if (item.kind === 'message' && item.replyToProviderId !== null && item.replyToProviderId !== item.providerMessageId)
      await put('out', item.replyToProviderId);
    if (item.kind === 'reaction') await put('in', item.targetProviderId);
    if (item.kind === 'reaction' && item.action === 'removed')
      await inbound.rows(
        `INSERT INTO message_reactions SELECT id, $1, coalesce($2, '👍'), '2000-01-01', $3 FROM messages`,
        item.from.address,
        item.picture ? 'picture' : item.emoji,
        item.picture?.url ?? null,
      );
    if (item.kind === 'identity') await put('in', 'earlier message', item.previousAddress);
  }
}

const referralOf = (given: unknown): string => {
  const { source, source_id: id, ref } = objectOf(given);
  return `through ${source} ${id ?? '-'} ref ${ref ?? '-'}`;
};

/** The members of `message.received` that only some messages of these channels have. */
function factsOf({ referral, poll_answer: vote, mentions, product }: StoredEvent['data']): string[] {
  return [
    ...(referral ? [referralOf(referral)] : []),
    ...(vote
      ? [`voting ${JSON.stringify(listOf(objectOf(vote).options).map((option) => objectOf(option).index))}`]
      : []),
    ...(mentions ? [`mentioning ${listOf(mentions).join(', ')}`] : []),
    ...(product ? [`about product ${objectOf(product).product_id}`] : []),
  ];
}

/** A customer's view of an event, in one line. */
function describe({ type, data }: StoredEvent): string {
  const list = listOf(data.attachments).map((part) => {
    const { type: kind, url, mime_type: mime, filename, size, payload } = objectOf(part);
    const facts = [
      url === null ? 'no file' : null,
      mime,
      filename,
      size,
      payload === null ? null : Object.keys(objectOf(payload)).join('+'),
    ];
    return `[${[kind, ...facts.filter((fact) => fact !== null)].join(' ')}]`;
  });
  const text = data.text === '' ? '' : JSON.stringify(data.text);
  const sender = objectOf(data.sender);
  switch (type) {
    case 'message.received':
      return [
        'received',
        text,
        ...list,
        data.interactive ? `choosing ${objectOf(data.interactive).type} ${objectOf(data.interactive).id ?? '-'}` : '',
        `from ${data.from}`,
        `(${[sender.name, sender.username, sender.phone].map((x) => x ?? '-').join(', ')})`,
        data.reply_to === null ? '' : 'as a reply',
        ...factsOf(data),
      ]
        .filter((part) => part !== '')
        .join(' ');
    case 'message.sent':
      return ['sent', text, ...list, `to ${data.to} from the ${data.origin}${data.standby ? ', in standby' : ''}`]
        .filter((part) => part !== '')
        .join(' ');
    case 'message.status':
      return `status ${data.status}${data.error === null ? '' : ` ${JSON.stringify(data.error)}`}`;
    case 'contact.referral':
      return `${data.from} came ${referralOf(data.referral)}`;
    default:
      return `${type} ${data.action} ${data.emoji ?? (data.emoji_url ? 'a picture' : '-')} by ${data.from}`;
  }
}

async function outcomeOf(name: string): Promise<string[]> {
  const raw = readFileSync(new URL(`${name}.json`, FIXTURES), 'utf8');
  const { parse, receive } = channelOf(name);
  await inbound.empty(
    'messages',
    'message_parts',
    'conversations',
    'contacts',
    'contact_addresses',
    'attachments',
    'message_statuses',
    'message_reactions',
    'pending_updates',
    'unknown_provider_events',
    'business_connections',
    'deliveries',
    'events',
  );
  forwarded.length = 0;
  const items = parse(raw);
  await holdNumbers(JSON.parse(raw));
  await holdAccounts(items);
  await putTargets(items);
  for (let times = 0; times < 2; times++) await receive(raw);
  const events = await inbound.events();
  for (const { type, data } of events) {
    expect(EVENT_DATA[type as EventType].parse(data)).toEqual(data);
    expect(JSON.stringify(data)).not.toContain('access_token');
  }
  const edited = await inbound.rows<{ text: string }>('SELECT text FROM messages WHERE edited_at IS NOT NULL');
  const revoked = await inbound.rows('SELECT 1 FROM messages WHERE revoked_at IS NOT NULL');
  const moved = await inbound.rows<{ peer: string }>(
    `SELECT c.peer FROM conversations c JOIN messages m ON m.conversation_id = c.id GROUP BY c.id, c.peer
      HAVING bool_and(m.peer <> c.peer)`,
  );
  const connected = await inbound.rows<{ owner_id: string }>(
    'SELECT owner_id FROM business_connections WHERE is_enabled',
  );
  const handedOver = await inbound.rows<{ reason: string; owner: string | null }>(
    "SELECT handover ->> 'reason' AS reason, thread_owner AS owner FROM conversations WHERE handover IS NOT NULL",
  );
  const waiting = await inbound.rows<{ kind: string }>('SELECT DISTINCT kind FROM pending_updates');
  const unknown = await inbound.rows<{ channel: string; reason: string }>(
    'SELECT DISTINCT channel, reason FROM unknown_provider_events ORDER BY reason',
  );
  // Unknown elements and notices are kept under the channel of their webhook.
  for (const { channel } of unknown) expect(channel).toBe(name.split('/')[0]);
  return [
    ...events.map(describe),
    ...edited.map(({ text }) => `edited to ${JSON.stringify(text)}`),
    ...revoked.map(() => 'revoked'),
    ...moved.map(({ peer }) => `written to at ${peer}`),
    ...connected.map(({ owner_id }) => `connected by ${owner_id}`),
    ...handedOver.map(({ reason, owner }) => `thread ${reason}, now ${owner ?? 'of an unknown app'}`),
    // The repeat is forwarded too: the services that store it de-duplicate.
    ...new Set(forwarded),
    ...waiting.map(({ kind }) => `waiting ${kind}`),
    ...unknown.map(({ reason }) => `kept: ${reason}`),
  ];
}

test('there is an expected outcome for every documented webhook', () => {
  expect(Object.keys(OUTCOMES).sort()).toEqual([...names].sort());
});

test.for(names)('%s, delivered twice, has the documented outcome once', async (name) => {
  expect(await outcomeOf(name)).toEqual(OUTCOMES[name]);
});
