import type { Attachment } from '@parley/common/events';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import { makeMediaAddress } from '@parley/messaging/messages/media-address';
import { upsertConversations } from '@parley/messaging/people/upsert-conversations';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import type { WebhookChannel } from '@parley/providers/received/webhook-element';
import { settleSends } from '@parley/send/settle/settle-batch.steps';
import { pollUntil } from '@parley/testing/poll-until';
import { storeItems } from '../src/batch/store-items.steps.ts';
import { applyDue } from '../src/pending/apply-due.ts';
import { type OpenInbound, type OpenOptions, openForTest } from './open-inbound.ts';
import { openService } from './open-service.ts';
import { INSTAGRAM, PAGE, TIKTOK } from './seed-database.ts';

/** A time at which every waiting update is due. */
const WHENEVER_DUE = new Date('9999-01-01');

export const PEER = '7000000000000001';
export const ACCOUNTS = { fb: PAGE, ig: INSTAGRAM, tt: TIKTOK } as const;
export type PeopleChannel = keyof typeof ACCOUNTS;

let made = 0;
/** An id in the provider's form. */
export const mid = (): string => `m_${++made}${'x'.repeat(200)}`;

export const secondsAfter = (start: Date, seconds: number): Date => new Date(start.getTime() + seconds * 1000);
export const accountOf = (channel: PeopleChannel): { channel: WebhookChannel; externalId: string } => ({
  channel,
  externalId: ACCOUNTS[channel],
});

type Given<K extends InboundItem['kind']> = Partial<Extract<InboundItem, { kind: K }>>;

export const messageItem = (channel: PeopleChannel, given: Given<'message'> = {}): InboundItem => ({
  kind: 'message',
  account: accountOf(channel),
  at: new Date(),
  providerMessageId: mid(),
  from: { address: PEER, aliases: [], name: null, username: null, phone: null },
  text: 'Hello',
  attachments: [],
  replyToProviderId: null,
  interactive: null,
  callbackQueryId: null,
  raw: {},
  ...given,
});

export const echoItem = (channel: PeopleChannel, given: Given<'echo'> = {}): InboundItem => ({
  kind: 'echo',
  account: accountOf(channel),
  at: new Date(),
  providerMessageId: mid(),
  origin: 'dashboard',
  mayBeOurs: true,
  callbackData: null,
  to: { address: PEER, aliases: [] },
  text: 'Hi there',
  attachments: [],
  raw: {},
  ...given,
});

export const reactionItem = (channel: PeopleChannel, given: Given<'reaction'> = {}): InboundItem => ({
  kind: 'reaction',
  account: accountOf(channel),
  at: new Date(),
  targetProviderId: mid(),
  from: { address: PEER, aliases: [], name: null, username: null, phone: null },
  emoji: '❤️',
  action: 'added',
  ...given,
});

export const watermarkItem = (channel: PeopleChannel, given: Given<'watermark'> = {}): InboundItem => ({
  kind: 'watermark',
  account: accountOf(channel),
  at: new Date(),
  status: 'read',
  peer: PEER,
  until: null,
  untilProviderId: null,
  ...given,
});

/** A send as stored before the call to the provider. */
export interface OwnSend {
  channel: PeopleChannel;
  peer?: string;
  text?: string;
  attachments?: Attachment[];
  status?: 'sending' | 'unknown' | 'sent';
  providerMessageId?: string | null;
  happenedAt?: Date;
  settleBy?: Date;
  commentId?: string;
}

/** The service with a page, its Instagram account and a TikTok account, fed with items. */
export interface OpenPeople {
  inbound: OpenInbound;
  store(...items: InboundItem[]): Promise<void>;
  /** The same at another replica, which shares only the database. */
  storeElsewhere(...items: InboundItem[]): Promise<void>;
  /** One sweep of the waiting updates, at this time. */
  sweep(now?: Date): Promise<void>;
  addSend(given: OwnSend): Promise<string>;
  /** Stores the provider's answer with the statement of the send path. */
  settle(messageId: string, providerMessageId: string, furtherIds?: string[]): Promise<void>;
  /** States of the sends, oldest first. */
  sends(): Promise<{ id: string; status: string; origin: string; provider_message_id: string | null }[]>;
  /** The events, one line each, oldest first. */
  reported(): Promise<string[]>;
  pending(): Promise<number>;
  /** The signed address of an attachment. */
  addressOf(attachmentId: string): string;
}

export async function openPeople(options: OpenOptions = {}): Promise<OpenPeople> {
  const inbound = await openForTest(options);
  const media = makeMediaAddress('https://parley.example', inbound.cipher);
  const { tenantId, rows } = inbound;
  const ids: Record<string, number> = {};
  for (const channel of ['fb', 'ig', 'tt'] as const)
    ids[channel] = await inbound.addAccount({
      tenantId,
      channel,
      externalId: ACCOUNTS[channel],
      name: `${channel} shop`,
    });
  // On its own clock: some tests fix that of the running service.
  const service = openService(inbound, { now: () => new Date() });
  const elsewhere = openService(inbound, { now: () => new Date() });
  /** Waits until the service's own sweeps, which may hold rows of this one, have ended. */
  const untilQuiet = async (): Promise<true | null> => {
    const busy = await rows(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND state <> 'idle' AND query NOT LIKE '%pg_stat_activity%'`,
    );
    return busy.length === 0 ? true : null;
  };
  return {
    inbound,
    store: (...items) => storeItems(service, items),
    storeElsewhere: (...items) => storeItems(elsewhere, items),
    async sweep(now = new Date()) {
      // Updates that the service itself held during the first pass were skipped; it checks them again after half a
      // second at the earliest.
      for (let pass = 0; pass < 2; pass++) {
        await applyDue({ ...service, now: () => now }, WHENEVER_DUE);
        await pollUntil(untilQuiet, { what: () => 'the end of other transactions' });
      }
    },
    async addSend({
      channel,
      peer = PEER,
      text = 'Hi there',
      attachments = [],
      status = 'sending',
      providerMessageId = null,
      happenedAt = new Date(),
      settleBy = new Date(Date.now() + 60_000),
      commentId,
    }) {
      const [conversation] = await inbound.database.db.transaction((sql) =>
        upsertConversations(
          sql,
          [
            {
              tenantId,
              channel,
              channelAccountId: ids[channel] ?? 0,
              addresses: [peer],
              name: null,
              username: null,
              phone: null,
              peer,
              providerThreadId: null,
              lastInboundAt: null,
              lastMessageAt: happenedAt,
              startedBy: 'api',
            },
          ],
          () => {},
        ),
      );
      const [made] = await rows<{ id: string }>(
        `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, attachments,
                               provider_message_id, price, happened_at, settle_by, extra)
         VALUES ($1, $12, $3, $2, 'out', 'api', $5, $4, $6, $7, $8, 0, $9, $10, $11) RETURNING id`,
        tenantId,
        channel,
        ids[channel],
        peer,
        status,
        text,
        JSON.stringify(attachments),
        providerMessageId,
        happenedAt,
        settleBy,
        { reservation: 'r', ...(commentId === undefined ? {} : { comment_id: commentId }) },
        conversation?.id,
      );
      if (!made) throw new Error('No message was made.');
      return made.id;
    },
    async settle(messageId, providerMessageId, furtherIds) {
      const [message] = await rows<{ conversation_id: number }>(
        'SELECT conversation_id FROM messages WHERE id = $1',
        messageId,
      );
      const item = {
        tenantId,
        messageId,
        conversationId: message?.conversation_id ?? 0,
        status: 'sent' as const,
        providerMessageId,
        furtherIds: furtherIds ?? [],
        error: null,
        answer: null,
        release: false,
        event: null,
        happenedAt: new Date(),
      };
      // As on the send path: a deadlock victim is retried.
      await retryConflicts(() => settleSends({ database: inbound.database.db, bus: inbound.bus }, [item]));
    },
    sends: () =>
      rows(`SELECT id, status, origin, provider_message_id FROM messages WHERE direction = 'out' ORDER BY id`),
    async reported() {
      return (await inbound.events()).map(({ type, data }) =>
        type === 'message.status'
          ? `${data.message_id} ${data.status}`
          : `${type} ${data.message_id} ${data.origin ?? ''}`,
      );
    },
    addressOf: (id) => media.of(id, new Date()),
    async pending() {
      return (await rows('SELECT 1 FROM pending_updates')).length;
    },
  };
}
