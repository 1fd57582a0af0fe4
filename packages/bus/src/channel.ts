import { z } from 'zod';

/** A pair of ends that carry messages to each other in their order: the channel between a process and its child. */
export interface Channel {
  /** What is sent after the channel closed is dropped. */
  send(message: ChannelMessage): void;
  onMessage(hear: (message: unknown) => void): void;
  /** Told once, when the other end is gone. */
  onClose(tell: () => void): void;
}

const id = z.int();

/** What a process that has no bus of its own asks of the one that has it. */
export const ToBus = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), id, subject: z.string(), payload: z.string(), timeoutMs: z.number() }),
  z.object({ kind: z.literal('serve'), id, subject: z.string(), queue: z.string() }),
  /** Answers a `deliver`. */
  z.object({ kind: z.literal('reply'), id, text: z.string() }),
  z.object({ kind: z.literal('publish'), topic: z.string(), payload: z.string() }),
  z.object({ kind: z.literal('subscribe'), id, topic: z.string(), queue: z.string().optional() }),
  /** Ends what `serve` or `subscribe` began under this id. */
  z.object({ kind: z.literal('drain'), id }),
  z.object({ kind: z.literal('flush'), id }),
]);
export type ToBus = z.infer<typeof ToBus>;

/** What it is told. */
export const FromBus = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), id, text: z.string() }),
  z.object({
    kind: z.literal('failure'),
    id,
    reason: z.enum(['no_responder', 'timeout', 'disconnected', 'too_large']),
    message: z.string(),
  }),
  /** A request for what is served under `serving`. */
  z.object({ kind: z.literal('deliver'), id, serving: id, payload: z.string() }),
  z.object({ kind: z.literal('hint'), id, payload: z.string() }),
  /** A `drain` or `flush` is done. */
  z.object({ kind: z.literal('done'), id }),
]);
export type FromBus = z.infer<typeof FromBus>;

export type ChannelMessage = ToBus | FromBus;

/** A child process, or this process where it is a child: what both say of their channel. */
interface Speaker {
  send?(message: unknown, callback: (error: Error | null) => void): boolean;
  on(event: 'message', hear: (message: unknown) => void): unknown;
  on(event: 'disconnect', tell: () => void): unknown;
}

/** The channel that Node keeps between a process and a child that it forked. */
export const processChannel = (speaker: Speaker): Channel => ({
  // What cannot be sent any more is followed by the close.
  send: (message) => void speaker.send?.(message, () => {}),
  onMessage: (hear) => void speaker.on('message', hear),
  onClose: (tell) => void speaker.on('disconnect', tell),
});
