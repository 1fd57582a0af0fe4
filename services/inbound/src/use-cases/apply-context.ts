import type { TransactionSql } from '@parley/database/sql';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import type { InboundItem } from '@parley/providers/inbound-item';
import type { ConnectedAccount } from '../domain/connected-account.ts';
import type { ApplyStore } from './apply-store.ts';

/** Items of one kind. */
export type ItemOf<K extends InboundItem['kind']> = Extract<InboundItem, { kind: K }>;

/** An item of a connected account. */
export interface Addressed<K extends InboundItem['kind']> {
  account: ConnectedAccount;
  item: ItemOf<K>;
}

/** An item of any kind that names its account. */
export interface AddressedItem {
  account: ConnectedAccount;
  item: Extract<InboundItem, { account: unknown }>;
}

/** A conversation with a new outbound message, or one with a new provider time: a watermark may cover it. */
export interface TouchedConversation {
  account: ConnectedAccount;
  conversationId: number;
}

/** The transaction that applies items: `sql` for the shared packages, and the service's own steps. */
export interface ApplyTransaction {
  sql: TransactionSql;
  store: ApplyStore;
}

/** Dependencies of applying items; everything happens in one transaction. */
export interface ApplyContext extends ApplyTransaction {
  /** Called after the rows are locked, so that events about one message never go backwards in time. */
  now(): Date;
  /** Signed address of an attachment (docs/reference/events.md#attachments). */
  mediaAddressOf(attachmentId: string): string;
  /** Whether a receipt that skips a status is retried later. */
  mayWait(item: InboundItem): boolean;
  /** Identifies the provider call that an item arrived in. */
  callOf(item: InboundItem): unknown;
  /**
   * Writes the last rows of the transaction and commits it, in one round trip. Null when more is written after them.
   */
  endWith: TransactionSql['commitWith'] | null;
}

/** The results of items, and the events to write in the same transaction. */
export interface Applied {
  stored: number;
  repeated: number;
  events: OutboxRow[];
  /** Keys to wake for events that another statement wrote. */
  instanceIds: string[];
}

export const nothingApplied = (): Applied => ({ stored: 0, repeated: 0, events: [], instanceIds: [] });

/** Combines several results, events in the given order. */
export const sumApplied = (parts: readonly Applied[]): Applied => ({
  stored: parts.reduce((sum, part) => sum + part.stored, 0),
  repeated: parts.reduce((sum, part) => sum + part.repeated, 0),
  events: parts.flatMap((part) => part.events),
  instanceIds: parts.flatMap((part) => part.instanceIds),
});
