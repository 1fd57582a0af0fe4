import type { InboundItem } from '@parley/providers/received/inbound-item';
import { toUnknown, type UnknownElement } from '../quarantine/unknown.rules.ts';
import { type ConnectedAccount, connectedAccount } from './account.rules.ts';

/** Items of one kind. */
export type ItemOf<K extends InboundItem['kind']> = Extract<InboundItem, { kind: K }>;
type ItemOfAccount = Extract<InboundItem, { account: unknown }>;

/** An item of a connected account. */
export interface Addressed<K extends ItemOfAccount['kind']> {
  account: ConnectedAccount;
  item: ItemOf<K>;
}

/** An item of any kind that names its account. */
export interface AddressedItem {
  account: ConnectedAccount;
  item: ItemOfAccount;
}

/** The row of the table of kinds (store-batch.steps.ts) that applies an item; null: it is taken before. */
const ROW_OF = {
  message: 'message',
  echo: 'echo',
  edited: 'change',
  revoked: 'change',
  identity: 'identity',
  receipt: 'receipt',
  watermark: 'watermark',
  reaction: 'reaction',
  preference: 'preference',
  referral: 'event',
  call: 'event',
  'group-change': 'event',
  'group-request': 'event',
  'bot-connection': 'connection',
  thread: 'thread',
  comment: null,
  history: null,
  typing: null,
  unauthorized: null,
} as const satisfies Record<ItemOfAccount['kind'], string | null>;

type ItemKind<Row> = { [K in keyof typeof ROW_OF]: (typeof ROW_OF)[K] extends Row ? K : never }[keyof typeof ROW_OF];
type ItemRow = Exclude<(typeof ROW_OF)[keyof typeof ROW_OF], null>;

/** A message of a customer, or one that the account sent elsewhere. */
export interface AddressedMessage {
  account: ConnectedAccount;
  item: ItemOf<'message' | 'echo'>;
}

/** An item that changes no row: it only has an event, of an opt-in type. */
export type EventOnly = Addressed<ItemKind<'event'>>;

/** A receipt; again after its send has been settled by it or by another one. */
export interface AddressedReceipt extends Addressed<'receipt'> {
  isAgain?: true;
}

/** A conversation with a new outbound message, or one with a new provider time: a stored watermark may cover it. */
export interface TouchedConversation {
  account: ConnectedAccount;
  conversationId: number;
}

/** A message that is a stop or start word, in its conversation. */
export interface SpokenConsent {
  account: ConnectedAccount;
  conversationId: number;
  from: string;
  isOptedOut: boolean;
  at: Date;
}

/** The records that each row of the table of kinds applies: items, and records that other kinds bring about. */
export type Records = { [Row in Exclude<ItemRow, 'message' | 'receipt'>]: Addressed<ItemKind<Row>> } & {
  message: AddressedMessage;
  receipt: AddressedReceipt;
  touched: TouchedConversation;
  spoken: SpokenConsent;
};
export type KindName = keyof Records;

/** The records of one transaction, by the row that applies them. */
export type Batch = { [Name in KindName]: Records[Name][] };

/** The items of connected accounts; items without an account here are kept as unknown. */
export function addressItems(
  items: readonly InboundItem[],
  accounts: ReadonlyMap<string, ConnectedAccount>,
): { addressed: AddressedItem[]; unknown: UnknownElement[] } {
  const addressed: AddressedItem[] = [];
  const unknown: UnknownElement[] = [];
  for (const item of items) {
    const account = 'account' in item ? connectedAccount(accounts, item.account) : undefined;
    if (account && 'account' in item) addressed.push({ account, item });
    else unknown.push(...toUnknown(item));
  }
  return { addressed, unknown };
}

export function sortByKind(entries: readonly AddressedItem[]): Batch {
  const batch: Batch = {
    connection: [],
    thread: [],
    echo: [],
    message: [],
    identity: [],
    change: [],
    receipt: [],
    watermark: [],
    touched: [],
    reaction: [],
    event: [],
    spoken: [],
    preference: [],
  };
  for (const entry of entries) {
    const row = ROW_OF[entry.item.kind];
    // safe: the row of this kind of item
    if (row !== null) (batch[row] as AddressedItem[]).push(entry);
  }
  return batch;
}

/** The items of one webhook, and whether its receipts that skip a step may wait. */
export interface Webhook {
  items: readonly InboundItem[];
  mayWait: boolean;
  /** Leaves the updates that waited for its messages to their own sweep, as one of them may be at fault. */
  leavesWaiting?: boolean;
}

/**
 * Limits of a batch of webhooks that share one transaction. In a busy process a batch waits for others where three are
 * likely, from some 600 a second on. Measured: at 200 a second the median until the customer has it falls from 10 to 4 ms, and a
 * message costs a quarter more CPU time; at saturation nothing changes.
 */
export const WEBHOOK_BATCH = { maxItems: 64, maxConcurrent: 2, waitsFor: 3 };

/** Stores webhooks that arrived together; returns the receipts to retry of each. */
export type StoreBatch<Service> = (service: Service, webhooks: readonly Webhook[]) => Promise<InboundItem[][]>;
