import type { Sql } from '@parley/database/sql';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import type { InboundItem } from '@parley/providers/inbound-item';
import type { ConnectedAccount } from '../domain/connected-account.ts';

/** Items of one kind. */
export type ItemOf<K extends InboundItem['kind']> = Extract<InboundItem, { kind: K }>;

/** An item whose account is held here. */
export interface Addressed<K extends InboundItem['kind']> {
  account: ConnectedAccount;
  item: ItemOf<K>;
}

/** An item of any kind that names its account. */
export interface AddressedItem {
  account: ConnectedAccount;
  item: Extract<InboundItem, { account: unknown }>;
}

/** A conversation with an outbound message that is new, or whose time at the provider is: a watermark may cover it. */
export interface TouchedConversation {
  account: ConnectedAccount;
  conversationId: number;
}

/** What applying items needs; everything happens inside the transaction of `sql`. */
export interface ApplyContext {
  sql: Sql;
  /** Read after the rows are locked, so that events about one message never run backwards in time. */
  now(): Date;
  /** Signed address of an attachment (docs/reference/events.md#attachments). */
  mediaAddressOf(attachmentId: string): string;
  /** Whether a receipt that skips a step is left for a second try. */
  mayWait(item: InboundItem): boolean;
}

/** What became of items, and what has to be told in the same transaction. */
export interface Applied {
  stored: number;
  repeated: number;
  events: OutboxRow[];
  /** Keys to wake that were written by somebody else's statement. */
  instanceIds: string[];
}

export const nothingApplied = (): Applied => ({ stored: 0, repeated: 0, events: [], instanceIds: [] });

/** The sum of several outcomes, events in the given order. */
export const sumApplied = (parts: readonly Applied[]): Applied => ({
  stored: parts.reduce((sum, part) => sum + part.stored, 0),
  repeated: parts.reduce((sum, part) => sum + part.repeated, 0),
  events: parts.flatMap((part) => part.events),
  instanceIds: parts.flatMap((part) => part.instanceIds),
});
