import type { PlatformEventType } from '@parley/common/events/platform-events';
import { pollUntil } from '@parley/testing/poll-until';
import { addBot, aiAddress, setAiKey } from '../bots/bots.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../tenants/client.ts';
import type { FaultCluster } from './fault-cluster.ts';

const WITHIN_MS = 120_000;
const TEMPLATE = { name: 'order_update', variables: ['a', 'b'] };

/** A tenant whose platform webhook gets every event. */
export interface WatchedTenant extends TestTenant {
  path: string;
  webhookId: string;
}

/** How often each event was written. */
export type Counts = Partial<Record<PlatformEventType, number>>;

/** A source of platform events: a call, and the events that it causes. */
export interface Producer {
  name: string;
  /** The service that writes them. */
  service: 'inbound' | 'inbox' | 'send' | 'notifications';
  /** Prepares the state that the call requires. */
  prepare?(cluster: FaultCluster, tenant: WatchedTenant): Promise<void>;
  /**
   * Makes the call, which may fail and is then retried, as providers and callers do. Returns whether it was accepted.
   */
  call(cluster: FaultCluster, tenant: WatchedTenant): Promise<boolean>;
  events: Counts;
  /** How often something is known to have been sent, as its event reports; a send with unknown outcome has no event. */
  left?(cluster: FaultCluster, tenant: WatchedTenant): Promise<Counts>;
}

/** Makes a tenant with a platform webhook, and everything that a producer may need. */
export async function makeWatchedTenant({ system, receiver }: FaultCluster): Promise<WatchedTenant> {
  const tenant = await makeTenant(system, { channels: ['wa', 'tg'], events: ['comment.received'] });
  const path = `/${tenant.slug}-platform`;
  const { body } = await tenant.admin('PUT', '/platform-webhook', { url: receiver.url(path) });
  receiver.expectSecret(path, body.secret);
  return { ...tenant, path, webhookId: body.instance_id };
}

/** The platform events of a tenant in the ledger, by type. */
export async function countEvents({ rows }: FaultCluster, { slug }: TestTenant): Promise<Counts> {
  const counted = await rows<{ type: PlatformEventType; count: number }>(
    `SELECT e.type, count(*)::int AS count FROM events e JOIN tenants t ON t.id = e.tenant_id
      WHERE t.slug = $1 AND e.type LIKE '%-%' GROUP BY e.type`,
    [slug],
  );
  return Object.fromEntries(counted.map(({ type, count }) => [type, count]));
}

/** Repeats a call until it is accepted: a killed service may not be back yet. */
export async function untilTaken(call: Producer['call'], cluster: FaultCluster, tenant: WatchedTenant): Promise<void> {
  await pollUntil(async () => (await call(cluster, tenant).catch(() => false)) || null, {
    deadlineMs: WITHIN_MS,
    everyMs: 200,
    what: () => `a call for ${tenant.slug} to be taken`,
  });
}

/** One customer of each tenant. */
const CUSTOMER = uniqueDigits('16');

/** The same message at each call: the provider repeats one that was not answered 200. */
const customerWrites =
  (text: string): Producer['call'] =>
  async ({ system }, { phoneNumberId, slug }) => {
    const message = { text, provider_message_id: `wamid.${slug}.${text}` };
    const act = await system.sandbox.channel('wa').customerWrites(CUSTOMER, { account: phoneNumberId, ...message });
    return act.callbacks[0]?.status === 200;
  };

const writesFirst = (cluster: FaultCluster, tenant: WatchedTenant): Promise<void> =>
  untilTaken(customerWrites('first'), cluster, tenant);

const send =
  (key: string): Producer['call'] =>
  async (_cluster, tenant) => {
    const answer = await tenant.post(
      'send',
      { channel: 'wa', to: CUSTOMER, template: TEMPLATE },
      { 'idempotency-key': key },
    );
    return answer.status === 200 || answer.headers['idempotency-replayed'] === 'true';
  };

async function conversationOf(tenant: TestTenant): Promise<number> {
  return pollUntil(async () => (await tenant.admin('GET', '/conversations')).body.items?.[0]?.id ?? null, {
    deadlineMs: WITHIN_MS,
    what: () => `the conversation of ${tenant.slug}`,
  });
}

const setStatus =
  (status: string): Producer['call'] =>
  async (_cluster, tenant) =>
    (await tenant.admin('PATCH', `/conversations/${await conversationOf(tenant)}`, { status })).status === 200;

const addRecipient =
  (newAddress: () => { email: string } | { phone: string }): Producer['call'] =>
  async (_cluster, tenant) => {
    const { status } = await tenant.admin('POST', '/recipients', { name: 'Ann', ...newAddress() });
    return status === 201 || status === 409;
  };

/** Waits until no row is in progress; returns how many ended as sent. */
async function countEnded(
  cluster: FaultCluster,
  { slug }: TestTenant,
  table: 'messages' | 'notifications',
  { open, sent }: { open: string; sent: string },
): Promise<number> {
  const read = async (): Promise<number | null> => {
    const [row] = await cluster.rows<{ open: number; sent: number }>(
      `SELECT count(*) FILTER (WHERE r.status IN (${open}))::int
                + (SELECT count(*)::int FROM bot_turns b WHERE b.tenant_id = t.id AND b.state = 'open') AS open,
              count(*) FILTER (WHERE r.status IN (${sent}))::int AS sent
         FROM ${table} r RIGHT JOIN tenants t ON t.id = r.tenant_id WHERE t.slug = $1 GROUP BY t.id`,
      [slug],
    );
    return row?.open === 0 ? row.sent : null;
  };
  return pollUntil(read, { deadlineMs: WITHIN_MS, what: () => `${table} of ${slug} to end` });
}

const sentMessages = (cluster: FaultCluster, tenant: TestTenant): Promise<number> =>
  countEnded(cluster, tenant, 'messages', { open: `'sending', 'unknown'`, sent: `'sent', 'delivered', 'read'` });

async function leftMessages(cluster: FaultCluster, tenant: TestTenant): Promise<Counts> {
  const sent = await sentMessages(cluster, tenant);
  return sent === 0 ? {} : { 'message-sent': sent };
}

const leftNotices =
  (type: 'email-sent' | 'sms-sent'): NonNullable<Producer['left']> =>
  async (cluster, tenant) => {
    const sent = await countEnded(cluster, tenant, 'notifications', {
      open: `'open', 'waiting', 'sending'`,
      sent: `'sent'`,
    });
    return sent === 0 ? {} : { [type]: sent };
  };

/** Keys of models, by tenant. */
const keys = new Map<string, string>();

/** Every producer of platform events (docs/reference/platform-events.md#events). */
export const PRODUCERS: readonly Producer[] = [
  {
    name: 'a customer who writes first',
    service: 'inbound',
    call: customerWrites('first'),
    events: { 'new-conversation-created': 1, 'new-conversation': 1, 'new-messages': 1 },
  },
  {
    name: 'a customer who reopens a resolved conversation',
    service: 'inbound',
    async prepare(cluster, tenant) {
      await writesFirst(cluster, tenant);
      await untilTaken(setStatus('resolved'), cluster, tenant);
    },
    call: customerWrites('again'),
    events: { 'conversation-status-updated': 1, 'new-conversation': 1, 'new-messages': 1 },
  },
  {
    name: 'an operator who archives a conversation',
    service: 'inbox',
    prepare: writesFirst,
    call: setStatus('archived'),
    events: { 'conversation-status-updated': 1 },
  },
  {
    name: 'a send that begins a conversation',
    service: 'send',
    call: send('begins'),
    events: { 'new-conversation-created': 1 },
    left: leftMessages,
  },
  {
    name: 'a send in an open conversation',
    service: 'send',
    prepare: writesFirst,
    call: send('goes-on'),
    events: {},
    left: leftMessages,
  },
  {
    name: 'a reply of a bot',
    service: 'send',
    async prepare(cluster, tenant) {
      const { ai } = cluster.system.sandbox;
      const key = await setAiKey(tenant, 'openai', aiAddress(cluster.system, 'openai'));
      await addBot(tenant, { provider: 'openai' });
      await ai.behave({ provider: 'openai', key, behaviour: 'held' });
      keys.set(tenant.slug, key);
      await untilTaken(customerWrites('a question'), cluster, tenant);
      await pollUntil(async () => (await ai.keys()).find((one) => one.key === key)?.requests || null, {
        deadlineMs: WITHIN_MS,
        what: () => 'the model to be called',
      });
    },
    async call({ system: { sandbox } }, { slug }) {
      await sandbox.ai.behave({ provider: 'openai', key: keys.get(slug) ?? '', behaviour: 'works' });
      return true;
    },
    events: {},
    async left(cluster, tenant) {
      const sent = await sentMessages(cluster, tenant);
      return sent === 0 ? {} : { 'bot-message': sent, 'message-sent': sent };
    },
  },
  {
    name: 'a mail to a recipient',
    service: 'notifications',
    call: addRecipient(() => ({ email: `ann-${uniqueDigits('')}@shop.example` })),
    events: {},
    left: leftNotices('email-sent'),
  },
  {
    name: 'an SMS to a recipient',
    service: 'notifications',
    call: addRecipient(() => ({ phone: `+49151${uniqueDigits('').slice(-8)}` })),
    events: {},
    left: leftNotices('sms-sent'),
  },
];
