import type { Customer, CustomerChannel } from '../customers/customer.ts';
import { type FaultList, makeFaultList } from '../faults/fault-list.ts';
import { type MetaState, makeMetaState } from '../providers/graph/state/meta-state.ts';
import type { SharedThread } from '../providers/graph/state/thread.ts';
import { makeWhatsappState, type WhatsappState } from '../providers/graph/state/whatsapp-state.ts';
import { makeTelegramState, type TelegramState } from '../providers/telegram/state/telegram-state.ts';
import { makeReceivers, type Receivers } from '../receiver/receivers.ts';
import type { AcceptedSend, AccountAct } from './accepted-send.ts';
import { type BoundedMap, makeBoundedMap } from './bounded-map.ts';
import { type BoundedRing, makeBoundedRing } from './bounded-ring.ts';
import type { ReceiptOrder } from './receipt-order.ts';

/** A file that a provider serves; `declaredBytes` is the size that the provider claims. */
export interface MediaFile {
  id: string;
  mimeType: string;
  filename: string | null;
  bytes: Buffer;
  declaredBytes: number;
}

/** The behaviour of simulated customers and networks; changed by `PUT /sandbox/settings`. */
export interface SandboxSettings {
  /** The receipts that follow an accepted wa send. */
  receipts: 'off' | 'sent' | 'delivered' | 'all';
  /** Time between acceptance and `sent`, and between each later receipt. */
  receiptDelayMs: number;
  /** `reversed`: `read` precedes `delivered`, which precedes `sent`. */
  receiptOrder: ReceiptOrder;
  /** `off` accepts sends to customers who never wrote. */
  window: 'enforced' | 'off';
  autoReply: 'off' | 'echo' | { text: string };
  /** When a page's own message or comment is echoed as a webhook: after the answer, before it, or never. */
  echoes: 'after' | 'before' | 'off';
  /** Whether the addresses of attachments are fetched, as Meta does, before a send is accepted. */
  fetchAttachments: boolean;
}

/** The sandbox's memory, common and per provider; bounded. `keep-memory.ts` says what survives a restart. */
export interface SandboxState {
  settings: SandboxSettings;
  whatsapp: WhatsappState;
  telegram: TelegramState;
  meta: MetaState;
  customers: BoundedMap<Customer>;
  /** The first number of a message in a new Telegram chat. */
  firstMessageId: number;
  media: BoundedMap<MediaFile>;
  sent: BoundedRing<AcceptedSend>;
  /** Actions of accounts other than sends. */
  acts: BoundedRing<AccountAct>;
  faults: FaultList;
  receivers: Receivers;
  /** When an account last showed a typing indicator (ms since 1970), by `chatKey`; on wa by the answered message. */
  typing: BoundedMap<number>;
  /** Threads that another app of the account has or had, by `chatKey`. */
  threads: BoundedMap<SharedThread>;
  customer(channel: CustomerChannel, account: string, address: string): Customer | undefined;
  rememberCustomer(channel: CustomerChannel, account: string, address: string): Customer;
  /** The number of the next file. */
  mediaCounter: { next: number };
  addMedia(media: Omit<MediaFile, 'id'>): MediaFile;
  reset(): void;
}

const MAX_ENTRIES = 50_000;
const MAX_MEDIA_BYTES = 256 * 1024 * 1024;

const FIRST_MEDIA_ID = 1_003_383_421_387_256;
/** The first message number of each Telegram chat. */
const FIRST_MESSAGE_ID = 100;

/** Key of the chat of an account and a person. */
export const chatKey = (channel: string, account: string, person: string): string => `${channel}:${account}:${person}`;

/** Makes the seeded state; `defaults` are the settings that a reset returns to. */
export function makeSandboxState(
  defaults: SandboxSettings,
  firstMessageId = FIRST_MESSAGE_ID,
  receiverBytes?: number,
): SandboxState {
  const state: SandboxState = {
    settings: { ...defaults },
    whatsapp: makeWhatsappState(),
    telegram: makeTelegramState(),
    meta: makeMetaState(),
    customers: makeBoundedMap({ maxEntries: MAX_ENTRIES }),
    firstMessageId,
    media: makeBoundedMap({ maxEntries: 5000, maxBytes: MAX_MEDIA_BYTES, sizeOf: (media) => media.bytes.length }),
    sent: makeBoundedRing({ maxEntries: MAX_ENTRIES }),
    acts: makeBoundedRing({ maxEntries: MAX_ENTRIES }),
    faults: makeFaultList(),
    receivers: makeReceivers(receiverBytes),
    typing: makeBoundedMap({ maxEntries: MAX_ENTRIES }),
    threads: makeBoundedMap({ maxEntries: MAX_ENTRIES }),
    customer: (channel, account, address) => state.customers.get(chatKey(channel, account, address)),
    rememberCustomer(channel, account, address) {
      const known = state.customer(channel, account, address);
      if (known) return known;
      const fresh = {
        ...newCustomer(channel, account, address),
        nextMessageId: Math.max(firstMessageId, ...numbersInChat(state.customers.values(), account, address)),
      };
      state.customers.set(chatKey(channel, account, address), fresh);
      return fresh;
    },
    mediaCounter: { next: FIRST_MEDIA_ID },
    addMedia(media) {
      const stored = { ...media, id: String(state.mediaCounter.next++) };
      state.media.set(stored.id, stored);
      return stored;
    },
    reset() {
      state.settings = { ...defaults };
      for (const store of [
        state.customers,
        state.media,
        state.sent,
        state.acts,
        state.faults,
        state.receivers,
        state.typing,
        state.threads,
      ])
        store.clear();
      for (const provider of [state.whatsapp, state.telegram, state.meta]) provider.reset();
    },
  };
  return state;
}

/** tg: the next numbers of a business chat, as its other connections have them: the person's account numbers its messages. */
function numbersInChat(customers: Iterable<Customer>, account: string, address: string): number[] {
  const [chat, connectionId] = address.split('@');
  if (connectionId === undefined) return [];
  return [...customers].flatMap((other) =>
    other.account === account && other.address.startsWith(`${chat}@`) ? other.nextMessageId : [],
  );
}

function newCustomer(channel: CustomerChannel, account: string, address: string): Omit<Customer, 'nextMessageId'> {
  return {
    channel,
    account,
    address,
    name: null,
    lastName: null,
    username: null,
    userId: null,
    hideNumber: false,
    chatType: address.startsWith('-') ? 'supergroup' : 'private',
    lastInboundAtMs: null,
    reach: 'ok',
    topics: [],
  };
}
