import type { EventData } from '@parley/common/events/event-data';

export type ConsentBy = EventData<'contact.opt_out'>['by'];

/** A decision about whether a person accepts marketing messages. */
export interface ConsentChange {
  tenantId: number;
  contactId: number;
  isOptedOut: boolean;
  by: ConsentBy;
  /** The platform's time of a message or report; our own time of an operator's decision. */
  at: Date;
}

/** The stored state of a person. */
export interface HeldConsent {
  contactId: number;
  isOptedOut: boolean;
  /** Null: no decision yet. */
  decidedAt: Date | null;
}

export interface DecidedConsents {
  /** Final states to write, one per person. */
  writes: ConsentChange[];
  /** Whether each change changed the person's state. */
  changed: boolean[];
}

const secondOf = (at: Date): number => Math.floor(at.getTime() / 1000);

/**
 * Whether a decision is newer than the stored one. A platform's report has no id, so one with the stored time is a
 * repeat. A message is stored once and has a time in whole seconds: of two in one second, the later arrival wins.
 */
function isNewer({ by, at }: ConsentChange, decidedAt: Date | null): boolean {
  if (decidedAt === null || by === 'operator') return true;
  return by === 'platform' ? at.getTime() > decidedAt.getTime() : secondOf(at) >= secondOf(decidedAt);
}

/** Applies decisions in order; older ones change nothing (docs/reference/consent.md#which-decision-holds). */
export function decideConsents(held: readonly HeldConsent[], changes: readonly ConsentChange[]): DecidedConsents {
  const states = new Map(held.map((state) => [state.contactId, state]));
  const writes = new Map<number, ConsentChange>();
  const changed = changes.map((change) => {
    const { contactId, isOptedOut, at } = change;
    const before = states.get(contactId);
    if (!isNewer(change, before?.decidedAt ?? null)) return false;
    states.set(contactId, { contactId, isOptedOut, decidedAt: at });
    writes.set(contactId, change);
    return isOptedOut !== (before?.isOptedOut ?? false);
  });
  return { writes: [...writes.values()], changed };
}
