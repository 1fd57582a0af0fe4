/** Additional envelope members of a platform webhook. */
export interface PlatformFacts {
  /** Slug; null for an event of the deployment itself. */
  tenant: string | null;
}

/** A due delivery with all values for its attempt. */
export interface DueDelivery {
  id: string;
  instanceId: string;
  /** Number of attempts made. */
  attempt: number;
  eventId: string;
  type: string;
  conversationId: number | null;
  /** Milliseconds since the epoch. */
  createdMs: number;
  data: string;
  /** The span that reported the event, where it is traced. */
  traceparent: string | null;
  /** Tenant of a platform webhook's event; null for a key. */
  platform: PlatformFacts | null;
  url: string;
  /** Encrypted. */
  secret: string;
  previousSecret: string | null;
  /** Whether the next delivery of its conversation waits for this one. */
  ordered: boolean;
  /** How long it was due before a worker had it. */
  overdueMs: number;
}

/** Whether no attempt was made, and no older delivery of its conversation could delay it. */
export const isFirstAttempt = ({ attempt, ordered }: DueDelivery): boolean => attempt === 0 && !ordered;

/** The values of a delivery that an attempt needs. */
export type AttemptedDelivery = Pick<
  DueDelivery,
  'eventId' | 'type' | 'instanceId' | 'createdMs' | 'data' | 'platform' | 'url' | 'secret' | 'previousSecret'
>;

/** The receiver of a lane's deliveries. */
export type Receiver = Pick<DueDelivery, 'url' | 'secret' | 'previousSecret'>;

/** Prefix of an attempt's error when the request was never sent. */
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
  /**
   * Whether the attempt was never sent (egress rules, our own name server, our own secrets), so the receiver is not at
   * fault.
   */
  ownFault: boolean;
}

interface Stored {
  deliveryId: string;
  instanceId: string;
  claimId: string;
  /** Attempts made before this one, so that an attempt is never stored twice. */
  attempt: number;
  /** Attempts including this one. */
  attempts: number;
  at: Date;
  statusCode: number | null;
  latencyMs: number;
  error: string | null;
  response: string | null;
}

/** An attempt that ends the delivery, which moves to the log. */
export interface Ended extends Stored {
  outcome: 'delivered' | 'failed';
}

/** An attempt after which the delivery is due again. */
export interface Postponed extends Stored {
  outcome: 'retry';
  dueInMs: number;
}

/** The stored result of one attempt. */
export type Completion = Ended | Postponed;

export const isPostponed = (completion: Completion): completion is Postponed => completion.outcome === 'retry';
export const isEnded = (completion: Completion): completion is Ended => completion.outcome !== 'retry';
