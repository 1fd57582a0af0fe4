import type { TransactionSql } from '@parley/database/sql';
import type { InboundItem } from '@parley/providers/inbound-item';

/** The transaction that applies items, and what it knows about them. */
export interface ApplyTransaction {
  sql: TransactionSql;
  /** Called after the rows are locked, so that events about one message never go backwards in time. */
  now(): Date;
  /** Signed address of an attachment (docs/reference/events.md#attachments). */
  mediaAddressOf(attachmentId: string, now: Date): string;
  /** Whether a receipt that skips a status is retried later. */
  mayWait(item: InboundItem): boolean;
  /** Whether it also applies the updates that waited for its messages; otherwise their own sweep does. */
  takesWaiting: boolean;
  /** Identifies the provider call that an item arrived in. */
  callOf(item: InboundItem): unknown;
}
