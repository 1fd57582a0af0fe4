import { z } from 'zod';
import { type BoundedRing, makeBoundedRing } from '../state/bounded-ring.ts';

const counted = {
  /** Number of requests; absent: all that follow. */
  times: z.int().min(1).optional(),
  /** Pause before the answer. */
  delay_ms: z.int().min(0).max(600_000).default(0),
};

/** The behaviour of a receiver: that of a good endpoint, or of one of the bad ones that exist. */
export const ReceiverBehaviour = z.discriminatedUnion('mode', [
  z.object({
    ...counted,
    mode: z.literal('status'),
    status: z.int().min(100).max(599),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.string().max(65_536).default(''),
  }),
  z.object({
    ...counted,
    mode: z.literal('redirect'),
    location: z.string(),
    status: z.int().min(300).max(399).default(302),
  }),
  /** Reads the request and never answers. */
  z.object({ ...counted, mode: z.literal('hang') }),
  /** Answers one byte per interval, endlessly. */
  z.object({ ...counted, mode: z.literal('drip'), interval_ms: z.int().min(1).default(100) }),
  z.object({ ...counted, mode: z.literal('big_body'), bytes: z.int().min(1).max(1_000_000_000).default(50_000_000) }),
  /** Resets the connection after reading the request. */
  z.object({ ...counted, mode: z.literal('reset') }),
]);
/** A parsed behaviour. */
export type ReceiverBehaviour = z.infer<typeof ReceiverBehaviour>;

/** A received request; `body` is base64 if the bytes are not valid UTF-8. */
export interface ReceivedRequest {
  at: string;
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  body_encoding: 'utf8' | 'base64';
}

/** One named receiver. */
export interface Receiver {
  received: BoundedRing<ReceivedRequest>;
  behaviours: { remaining: number | null; behaviour: ReceiverBehaviour }[];
}

/** The named receivers, created on first use. */
export type Receivers = ReturnType<typeof makeReceivers>;

const MAX_RECEIVERS = 1000;

/** How much one receiver remembers. */
export const RECEIVER_MAX_BYTES = 64 * 1024 * 1024;

/** Makes the receivers; the oldest is dropped when there are too many. */
export function makeReceivers(maxBytes = RECEIVER_MAX_BYTES) {
  const receivers = new Map<string, Receiver>();

  function get(name: string): Receiver {
    const known = receivers.get(name);
    if (known) return known;
    const sizeOf = (request: ReceivedRequest) => request.body.length;
    const fresh: Receiver = {
      received: makeBoundedRing({ maxEntries: 50_000, maxBytes, sizeOf }),
      behaviours: [],
    };
    receivers.set(name, fresh);
    const oldest = receivers.keys().next();
    if (receivers.size > MAX_RECEIVERS && !oldest.done) receivers.delete(oldest.value);
    return fresh;
  }

  return {
    get,
    behave(name: string, behaviours: ReceiverBehaviour[]) {
      get(name).behaviours = behaviours.map((behaviour) => ({ remaining: behaviour.times ?? null, behaviour }));
    },
    /** The behaviour for the next request; uses up one of its times. */
    next(name: string): ReceiverBehaviour | null {
      const queue = get(name).behaviours;
      const first = queue[0];
      if (!first) return null;
      if (first.remaining !== null && --first.remaining === 0) queue.shift();
      return first.behaviour;
    },
    names: (): string[] => [...receivers.keys()],
    delete(name: string) {
      receivers.delete(name);
    },
    clear() {
      receivers.clear();
    },
  };
}
