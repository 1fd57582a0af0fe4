import { z } from 'zod';

/** One end of the channel between a process and its child. Messages arrive in the order in which they were sent. */
export interface Channel {
  /** Messages sent after the channel closed are dropped. */
  send(message: ChannelMessage): void;
  onMessage(hear: (message: unknown) => void): void;
  /** Called once, when the other end is gone. */
  onClose(tell: () => void): void;
}

const id = z.int();

/** Messages from a process without a bus to the process that has one. */
export const ToBus = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), id, subject: z.string(), payload: z.string(), timeoutMs: z.number() }),
  z.object({ kind: z.literal('serve'), id, subject: z.string(), queue: z.string() }),
  /** Answers a `deliver`. */
  z.object({ kind: z.literal('reply'), id, text: z.string() }),
  z.object({ kind: z.literal('publish'), topic: z.string(), payload: z.string() }),
  z.object({ kind: z.literal('subscribe'), id, topic: z.string(), queue: z.string().optional() }),
  /** Ends the `serve` or `subscribe` with this id. */
  z.object({ kind: z.literal('drain'), id }),
  z.object({ kind: z.literal('flush'), id }),
]);
export type ToBus = z.infer<typeof ToBus>;

/** Messages in the other direction. */
export const FromBus = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), id, text: z.string() }),
  z.object({
    kind: z.literal('failure'),
    id,
    reason: z.enum(['no_responder', 'timeout', 'disconnected', 'too_large']),
    message: z.string(),
  }),
  /** A request for the responder `serving`. */
  z.object({ kind: z.literal('deliver'), id, serving: id, payload: z.string() }),
  z.object({ kind: z.literal('hint'), id, payload: z.string() }),
  /** A `drain` or `flush` is done. */
  z.object({ kind: z.literal('done'), id }),
]);
export type FromBus = z.infer<typeof FromBus>;

export type ChannelMessage = ToBus | FromBus;

/** The members that a parent's handle of a child and the child's own `process` have in common. */
interface Speaker {
  send?(message: unknown, callback: (error: Error | null) => void): boolean;
  on(event: 'message', hear: (message: unknown) => void): unknown;
  on(event: 'disconnect', tell: () => void): unknown;
}

/** The channel that Node keeps between a process and a child that it forked. */
export const processChannel = (speaker: Speaker): Channel => ({
  // A failed send means that the channel is closing; `close` follows.
  send: (message) => void speaker.send?.(message, () => {}),
  onMessage: (hear) => void speaker.on('message', hear),
  onClose: (tell) => void speaker.on('disconnect', tell),
});
