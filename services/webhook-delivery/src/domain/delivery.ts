/** What the envelope of a platform webhook has beside a key's. */
export interface PlatformFacts {
  /** Slug; null for an event of the deployment itself. */
  tenant: string | null;
}

/** A due delivery with all values that its attempt needs. */
export interface DueDelivery {
  id: string;
  instanceId: string;
  /** Attempts made. */
  attempt: number;
  eventId: string;
  type: string;
  conversationId: number | null;
  /** Milliseconds since the epoch. */
  createdMs: number;
  data: string;
  /** Of a platform webhook: whose event it is; null for a key. */
  platform: PlatformFacts | null;
  url: string;
  /** Encrypted. */
  secret: string;
  previousSecret: string | null;
  /** Whether deliveries of its conversation are ordered: the next one waits for it. */
  ordered: boolean;
}

/** How the error of an attempt begins whose request never left. */
export const NOT_SENT = 'not sent: ';

/** The result of one attempt. */
export interface Attempted {
  at: Date;
  statusCode: number | null;
  latencyMs: number;
  error: string | null;
  /** First 1 kB of the answer. */
  response: string | null;
  retryAfterMs: number | null;
  /** Whether the attempt was never sent (egress rules, our own name server, our own secrets): not the receiver's fault. */
  ownFault: boolean;
}

interface Stored {
  deliveryId: string;
  instanceId: string;
  claimId: string;
  /** Attempts made before this one: an attempt that was stored already is not stored again. */
  attempt: number;
  /** Attempts made after it. */
  attempts: number;
  at: Date;
  statusCode: number | null;
  latencyMs: number;
  error: string | null;
  response: string | null;
}

/** An attempt after which the delivery moves to the log. */
export interface Ended extends Stored {
  outcome: 'delivered' | 'failed';
}

/** An attempt after which the delivery is due again. */
export interface Postponed extends Stored {
  outcome: 'retry';
  dueInMs: number;
}

/** What is stored of one attempt. */
export type Completion = Ended | Postponed;

export const isPostponed = (completion: Completion): completion is Postponed => completion.outcome === 'retry';
export const isEnded = (completion: Completion): completion is Ended => completion.outcome !== 'retry';
