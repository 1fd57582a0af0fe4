import { type FaultList, makeFaultList } from '../faults/fault-list.ts';
import { type MetaState, makeMetaState } from '../meta/meta-state.ts';
import { makeReceivers, type Receivers } from '../receiver/receivers.ts';
import type {
  AcceptedSend,
  Bot,
  BusinessAccount,
  Customer,
  CustomerChannel,
  MediaFile,
  PhoneNumber,
} from './account.ts';
import { type BoundedMap, makeBoundedMap } from './bounded-map.ts';
import { type BoundedRing, makeBoundedRing } from './bounded-ring.ts';
import { makeBot, SEED, seedBusinessAccount } from './seed-accounts.ts';

/** How the simulated customers and networks behave; changed by `PUT /sandbox/settings`. */
export interface SandboxSettings {
  /** Which receipts follow an accepted wa send. */
  receipts: 'off' | 'sent' | 'delivered' | 'all';
  /** Time between acceptance and `sent`, and between each later receipt. */
  receiptDelayMs: number;
  /** `off` lets sends through to customers who never wrote. */
  window: 'enforced' | 'off';
  autoReply: 'off' | 'echo' | { text: string };
  /** When a page's own message or comment comes back as a webhook: after the answer, before it, or never. */
  echoes: 'after' | 'before' | 'off';
  /** Whether the addresses of attachments are fetched, as Meta does, before a send is accepted. */
  fetchAttachments: boolean;
}

/** Everything that the sandbox remembers; bounded, in memory only. */
export interface SandboxState {
  settings: SandboxSettings;
  businessAccounts: Map<string, BusinessAccount>;
  phoneNumbers: Map<string, PhoneNumber>;
  bots: Map<string, Bot>;
  meta: MetaState;
  customers: BoundedMap<Customer>;
  /** wa addresses that the network knows under another id. */
  waAliases: Map<string, string>;
  media: BoundedMap<MediaFile>;
  sent: BoundedRing<AcceptedSend>;
  /** Telegram messages by `bot:chat:message`, to quote them in replies. */
  telegramMessages: BoundedMap<Record<string, unknown>>;
  readMarks: BoundedRing<{ account: string; message_id: string; at: string }>;
  faults: FaultList;
  receivers: Receivers;
  addBusinessAccount(account: BusinessAccount): void;
  customer(channel: CustomerChannel, account: string, address: string): Customer | undefined;
  rememberCustomer(channel: CustomerChannel, account: string, address: string): Customer;
  addMedia(media: Omit<MediaFile, 'id'>): MediaFile;
  reset(): void;
}

const MAX_ENTRIES = 50_000;
const MAX_MEDIA_BYTES = 256 * 1024 * 1024;

/** Makes the seeded state; `defaults` are the settings that a reset returns to. */
export function makeSandboxState(defaults: SandboxSettings): SandboxState {
  let nextMediaId = 1_003_383_421_387_256;
  const state: SandboxState = {
    settings: { ...defaults },
    businessAccounts: new Map(),
    phoneNumbers: new Map(),
    bots: new Map(),
    meta: makeMetaState(),
    customers: makeBoundedMap({ maxEntries: MAX_ENTRIES }),
    waAliases: new Map(),
    media: makeBoundedMap({ maxEntries: 5000, maxBytes: MAX_MEDIA_BYTES, sizeOf: (media) => media.bytes.length }),
    sent: makeBoundedRing({ maxEntries: MAX_ENTRIES }),
    telegramMessages: makeBoundedMap({ maxEntries: MAX_ENTRIES }),
    readMarks: makeBoundedRing({ maxEntries: MAX_ENTRIES }),
    faults: makeFaultList(),
    receivers: makeReceivers(),
    addBusinessAccount(account) {
      state.businessAccounts.set(account.id, account);
      for (const number of account.numbers) state.phoneNumbers.set(number.id, number);
    },
    customer: (channel, account, address) => state.customers.get(`${channel}:${account}:${address}`),
    rememberCustomer(channel, account, address) {
      const known = state.customer(channel, account, address);
      if (known) return known;
      const fresh = newCustomer(channel, account, address);
      state.customers.set(`${channel}:${account}:${address}`, fresh);
      return fresh;
    },
    addMedia(media) {
      const stored = { ...media, id: String(nextMediaId++) };
      state.media.set(stored.id, stored);
      return stored;
    },
    reset() {
      state.settings = { ...defaults };
      for (const store of [state.businessAccounts, state.phoneNumbers, state.bots, state.waAliases]) store.clear();
      for (const store of [state.customers, state.media, state.telegramMessages]) store.clear();
      for (const store of [state.sent, state.readMarks, state.faults, state.receivers]) store.clear();
      state.meta.reset();
      seed(state);
    },
  };
  seed(state);
  return state;
}

function seed(state: SandboxState) {
  state.addBusinessAccount(seedBusinessAccount());
  const bot = makeBot(SEED.botToken, SEED.botUsername, 'Parley demo');
  state.bots.set(String(bot.id), bot);
}

function newCustomer(channel: CustomerChannel, account: string, address: string): Customer {
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
    nextMessageId: 100,
  };
}
