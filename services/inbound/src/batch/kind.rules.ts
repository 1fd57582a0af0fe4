import type { CommittedEvent } from '@parley/common/hints';
import type { TransactionSql } from '@parley/database/sql';
import type { Unsent } from '@parley/database/statements/unsent';
import type { LockedTenant } from '@parley/database/transactions/lock-tenant';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import type { OwnApps } from '../threads/own-apps.rules.ts';
import type { AddressedItem, Batch, ItemOf, KindName, Records } from './inbound-message.rules.ts';

/** The facts about the items of a transaction that need no query. */
export interface BatchContext {
  /** Called after the rows are locked, so that events about one message never go backwards in time. */
  now(): Date;
  /** Signed address of an attachment (docs/reference/events.md#attachments). */
  mediaAddressOf(attachmentId: string, now: Date): string;
  /** This deployment's apps at Meta. */
  ownApps: OwnApps;
  /** Whether a receipt that skips a status is retried later. */
  mayWait(item: InboundItem): boolean;
  /** Whether it also applies the updates that waited for its messages; otherwise their own sweep does. */
  takesWaiting: boolean;
  /** Identifies the provider call that an item arrived in. */
  callOf(item: InboundItem): unknown;
}

/** The transaction that applies items. */
export interface InboundTransaction extends BatchContext {
  sql: TransactionSql;
  /** Tenants whose credit a receipt of the batch may move. */
  tenants: ReadonlyMap<number, LockedTenant>;
  /** The contacts of the people with a preference. */
  contacts: ReadonlyMap<ItemOf<'preference'>, number>;
}

/** The results of items, and the events to write in the same transaction. */
export interface Results {
  stored: number;
  repeated: number;
  events: OutboxRow[];
  /** Keys to wake for events that another statement wrote. */
  instanceIds: string[];
  /** Tenants to notify after the commit of changes without an event. */
  changedTenantIds: number[];
  /** Receipts to retry: they skip a status that another replica may be storing. */
  early: InboundItem[];
}

/** The results of the records of one kind, and the records that they bring about. */
export interface Applied<Name extends KindName> extends Results {
  /** Records of this kind to apply once more, now that the others are written. */
  again: Records[Name][];
  /** Records of later kinds, to apply after the given ones. */
  next: Partial<Batch>;
  /** Updates that waited for messages which are stored now: they precede the given items of their kind. */
  waited: readonly AddressedItem[];
}

export const nothingApplied = (): Applied<never> => ({
  stored: 0,
  repeated: 0,
  events: [],
  instanceIds: [],
  changedTenantIds: [],
  early: [],
  again: [],
  next: {},
  waited: [],
});

/** The results of a transaction. */
export interface AppliedItems extends Omit<Results, 'events'> {
  /** Events for the lanes of this process. */
  committed: CommittedEvent[];
}

/** The last statements of a transaction: they are sent with COMMIT in one write (`sql.commitWith`). */
export type LastWrites = Unsent<AppliedItems>;

/** A row of the table of kinds: how the records of one kind get from the batch to the commit. */
export interface Kind<Name extends KindName, Address = unknown, Facts = unknown, Decided = unknown> {
  /** The message, person or conversation that a record names. */
  address(record: Records[Name], context: BatchContext): Address;
  /** Locks and loads what the addresses name. */
  load(
    transaction: InboundTransaction,
    addresses: readonly Address[],
    records: readonly Records[Name][],
  ): Promise<Facts>;
  /** Decides rows and events; pure. */
  decide(records: readonly Records[Name][], facts: Facts, context: BatchContext): Decided;
  write(transaction: InboundTransaction, decided: Decided): Promise<Applied<Name>>;
  /** The writes as the last ones of the transaction, when nothing follows them; otherwise null. */
  writeLast?(decided: Decided): LastWrites | null;
}

/** Declares a row of the table; the types of its steps follow from each other. */
export const defineKind = <Name extends KindName, Address, Facts, Decided>(
  _name: Name,
  kind: Kind<Name, Address, Facts, Decided>,
): Kind<Name, Address, Facts, Decided> => kind;
