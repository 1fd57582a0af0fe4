import { randomBytes } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import type { AnswerMeta } from '@parley/bus/carriers/wire-message';
import { CHANNELS, type Channel } from '@parley/common/channels';
import { sendPrivateReply } from '@parley/common/contracts/internal/send-private-reply';
import { message } from '@parley/common/contracts/messages/message';
import { send } from '@parley/common/contracts/messages/send';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { DEFAULT_EVENT_TYPES } from '@parley/common/events/event-types';
import { upsertConversations } from '@parley/messaging/people/upsert-conversations';
import type { SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { SANDBOX_SEED } from '@parley/sandbox/seed';
import type { TestAccounts } from './test-accounts.ts';

const { whatsapp: SEED, bot: BOT } = SANDBOX_SEED;

type PeerChannel = 'wa' | 'tg' | 'fb' | 'ig' | 'tt';
type SendInput = InputOf<typeof send>;
type SendOptions = { key?: string; bodyHash?: string; instanceId?: string; deadlineMs?: number };

interface StoredMessage {
  id: string;
  status: string;
  provider_message_id: string | null;
  conversation_id: number;
}

/** A tenant with a number, a bot, a key that is subscribed to all events, and some credit. */
export interface TestTenant {
  id: number;
  slug: string;
  instanceId: string;
  wa: number;
  tg: number;
  send(input: SendInput, options?: SendOptions): Promise<OutputOf<typeof send>>;
  sendWithMeta(input: SendInput, options?: SendOptions): Promise<{ output: OutputOf<typeof send>; meta: AnswerMeta }>;
  replyPrivately(input: InputOf<typeof sendPrivateReply>): Promise<OutputOf<typeof sendPrivateReply>>;
  /** Calls as a key with these channels; all by default. */
  lookUp(messageId: string, channels?: Channel[]): Promise<OutputOf<typeof message>>;
  /** The customer writes, which opens the 24-hour window; returns the conversation. */
  customerWrote(
    channel: PeerChannel,
    address: string,
    given?: { at?: Date; account?: number; threadId?: string },
  ): Promise<number>;
  balance(): Promise<{ balance: number; ledger: number }>;
  messages(): Promise<StoredMessage[]>;
  /** The only message. */
  onlyMessage(): Promise<StoredMessage>;
  events(type?: string): Promise<{ type: string; data: Record<string, unknown> }[]>;
}

let nextStranger = 0;
/** A new number. */
export const makeStranger = (): string => `+4918000000${String(++nextStranger).padStart(3, '0')}`;

/** Reads a tenant's rows. */
function makeLooks(
  { rows }: TestAccounts,
  id: number,
): Pick<TestTenant, 'balance' | 'messages' | 'onlyMessage' | 'events'> {
  const messages = () =>
    rows<StoredMessage>(
      'SELECT id, status, provider_message_id, conversation_id FROM messages WHERE tenant_id = $1 ORDER BY id',
      id,
    );
  return {
    async balance() {
      const [row] = await rows<{ balance: string; ledger: string }>(
        `SELECT t.balance, (SELECT sum(amount) FROM credit_ledger l WHERE l.tenant_id = t.id) AS ledger
           FROM tenants t WHERE t.id = $1`,
        id,
      );
      return { balance: Number(row?.balance), ledger: Number(row?.ledger) };
    },
    messages,
    async onlyMessage() {
      const [message, ...more] = await messages();
      if (!message || more.length > 0) throw new Error('Expected one message.');
      return message;
    },
    async events(type) {
      const found = await rows<{ type: string; data: string }>(
        'SELECT type, data FROM events WHERE tenant_id = $1 ORDER BY seq',
        id,
      );
      return found
        .map((event) => ({ type: event.type, data: JSON.parse(event.data) }))
        .filter((event) => type === undefined || event.type === type);
    },
  };
}

/** Adds tenants, each with its own number and bot. */
export function makeTenants(accounts: TestAccounts, bus: BusClient, driver: SandboxDriver) {
  const { insert, transaction, addAccount, addNumber } = accounts;
  let tenants = 0;
  async function addTenant({ balance = 1000 }: { balance?: number } = {}): Promise<TestTenant> {
    const nth = tenants++;
    const slug = `tenant-${nth}`;
    const id = await insert('INSERT INTO tenants (slug, name, balance) VALUES ($1, $1, $2)', slug, balance);
    await insert(`INSERT INTO credit_ledger (tenant_id, amount, kind) VALUES ($1, $2, 'top_up')`, id, balance);
    const instanceId = `ins_${slug}`;
    await insert(
      `INSERT INTO api_keys (instance_id, tenant_id, label, key_hash, channels, events, webhook_url, webhook_secret)
       VALUES ($1, $2, 'test', $3, $4, $5, 'https://customer.example/hook', 'x')`,
      instanceId,
      id,
      randomBytes(32),
      [...CHANNELS],
      [...DEFAULT_EVENT_TYPES],
    );
    const number = String(Number(SEED.number) + nth);
    const phoneNumberId = String(BigInt(SEED.phoneNumberId) + BigInt(nth));
    const token = BOT.token.replace(BOT.id, String(Number(BOT.id) + nth));
    const bot = await driver.telegram.putBot({ token, username: BOT.username, first_name: 'Bot' });
    await addNumber(phoneNumberId, number);
    const wa = await addAccount(id, 'wa', phoneNumberId, 'Main', `+${number}`, SEED.token);
    const tg = await addAccount(id, 'tg', String(bot.id), bot.username, null, bot.token);
    const contextOf = ({ key, bodyHash = 'aa', instanceId: other, deadlineMs }: SendOptions) => ({
      requestId: 'req_test',
      caller: { tenantId: id, tenantSlug: slug, instanceId: other ?? instanceId, channels: [...CHANNELS] },
      ...(key === undefined ? {} : { idempotency: { key, bodyHash } }),
      ...(deadlineMs === undefined ? {} : { deadlineAt: Date.now() + deadlineMs }),
    });
    return {
      id,
      slug,
      instanceId,
      wa,
      tg,
      send: (input, options = {}) => bus.call(send, input, contextOf(options)),
      sendWithMeta: (input, options = {}) => bus.callWithMeta(send, input, contextOf(options)),
      replyPrivately: (input) => bus.call(sendPrivateReply, input, contextOf({})),
      lookUp(messageId, channels = [...CHANNELS]) {
        const { caller, ...context } = contextOf({});
        return bus.call(message, { messageId }, { ...context, caller: { ...caller, channels } });
      },
      async customerWrote(channel, peer, { at = new Date(), account = channel === 'wa' ? wa : tg, threadId } = {}) {
        const wanted = {
          tenantId: id,
          channel,
          channelAccountId: account,
          addresses: [peer],
          name: null,
          username: null,
          phone: null,
          peer,
          providerThreadId: threadId ?? null,
          lastInboundAt: at,
          lastMessageAt: at,
          startedBy: 'customer' as const,
        };
        const [conversation] = await transaction((sql) => upsertConversations(sql, [wanted], () => {}));
        if (!conversation) throw new Error('No conversation was made.');
        return conversation.id;
      },
      ...makeLooks(accounts, id),
    };
  }
  return addTenant;
}
