import type { CommittedEvent } from '@parley/common/hints';
import type { Unsent } from '@parley/database/unsent';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import type { InboundItem } from '@parley/providers/inbound-item';

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

/** The results of all items of a transaction. */
export interface AppliedItems {
  stored: number;
  repeated: number;
  /** Keys to wake after the commit. */
  instanceIds: string[];
  /** Events for the lanes of this process. */
  committed: CommittedEvent[];
  /** Tenants to notify after the commit of changes without an event. */
  changedTenantIds: number[];
  /** Receipts to retry: they skip a status that another replica may be storing. */
  early: InboundItem[];
}

/** The last statements of a transaction: they are sent with COMMIT in one write (`sql.commitWith`). */
export type LastWrites = Unsent<AppliedItems>;
