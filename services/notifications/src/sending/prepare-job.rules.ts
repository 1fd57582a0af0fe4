import {
  CONFIRMATION,
  DIGEST,
  heldUntil,
  type Item,
  MAX_ITEMS,
  QUIET_HOURS,
} from '../planning/plan-notifications.rules.ts';
import { addressOf, isConfirmed, modeOf, type Recipient } from '../recipients/recipient.rules.ts';
import { type Job, type Settlement, settleUnsent } from './job.rules.ts';

/** A message to send now: facts, or the confirmation of an address. */
export interface Outgoing {
  job: Job;
  recipient: Recipient;
  address: string;
  /** The facts that the recipient still wants. */
  items: Item[];
  facts: number;
}

/** The message to send now, or its settlement when it is not sent any more or is held back. */
export function prepareJob(job: Job, recipient: Recipient | null, now: Date): Outgoing | Settlement {
  const drop = (reason: string): Settlement => settleUnsent(job, { status: 'dropped', reason, dueAt: now });
  if (!recipient) return drop('recipient_removed');
  const address = addressOf(recipient, job.way);
  if (address === null) return drop('address_removed');
  if (job.kind === CONFIRMATION) return { job, recipient, address, items: [], facts: 0 };
  if (!isConfirmed(recipient, job.way)) return drop('not_confirmed');
  const items = job.items.filter(({ kind }) => modeOf(recipient, kind, job.way) !== 'off').slice(0, MAX_ITEMS);
  if (items.length === 0) return drop('turned_off');
  const until = heldUntil(recipient, job.kind, now);
  if (until) return settleUnsent(job, { status: 'waiting', reason: QUIET_HOURS, dueAt: until });
  const facts = job.kind === DIGEST && items.length < job.items.length ? items.length : job.facts;
  return { job, recipient, address, items, facts };
}
