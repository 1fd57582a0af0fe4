import {
  type Carrier,
  CarrierError,
  type LocalAnswer,
  type LocalRequest,
  type LocalResponder,
  type Responder,
  type Subscription,
  TOO_LARGE_ANSWER,
} from './carrier.ts';
import { copyPlain } from './plain-copy.ts';

interface Replica {
  responder: Responder;
  local: LocalResponder | undefined;
  running: Set<Promise<unknown>>;
}

interface Queue {
  replicas: Replica[];
  next: number;
}

/** Rejects when the answer takes too long; the responder keeps running, as it would over a network. */
function withTimeout<T>(answer: Promise<T>, subject: string, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new CarrierError('timeout', `${subject} did not answer in ${timeoutMs} ms.`)),
      timeoutMs,
    );
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

interface Listener {
  queue: string | undefined;
  hear(payload: string): void;
}

/** The limit of docker/nats.conf: the one-machine form refuses the same messages as the cluster form. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_BYTES_PER_CHARACTER = 3;

/** Counts the bytes only when the length may be over the limit. */
const isTooLarge = (payload: string, maxBytes: number): boolean =>
  payload.length * MAX_BYTES_PER_CHARACTER > maxBytes && Buffer.byteLength(payload) > maxBytes;

const MAX_BYTES_ESCAPED = 6;

/** Copies a value and checks the size of its JSON text, which is serialized only when it may be over the limit. */
function copyBounded<T>(value: T, maxBytes: number): { copy: T; tooLarge: boolean } {
  const { value: copy, characters } = copyPlain(value);
  const tooLarge = characters * MAX_BYTES_ESCAPED > maxBytes && isTooLarge(JSON.stringify(copy) ?? '', maxBytes);
  // safe: a copy has the same shape
  return { copy: copy as T, tooLarge };
}

/** Calls a replica with values where it accepts them, and with text otherwise. */
const askLocal = ({ local, responder }: Replica, request: LocalRequest): Promise<LocalAnswer | string> => {
  if (local) return local(request);
  const { input, context } = request;
  return responder(JSON.stringify({ input, context }));
};

/** One listener of each queue (round robin), and every listener without a queue. */
function hearersOf(all: Set<Listener>): Listener[] {
  const queues = new Set<string>();
  return [...all].filter((listener) => {
    if (listener.queue === undefined) return true;
    if (queues.has(listener.queue)) return false;
    queues.add(listener.queue);
    // The next message goes to another listener.
    all.delete(listener);
    all.add(listener);
    return true;
  });
}

/** The carrier of the one-machine form. */
export function makeInProcessCarrier({ maxBytes = MAX_BYTES }: { maxBytes?: number } = {}): Carrier {
  const queues = new Map<string, Map<string, Queue>>();
  const listeners = new Map<string, Set<Listener>>();
  const subscriptions = new Set<Subscription>();
  let closed = false;

  function pick(subject: string): Replica | undefined {
    // Over NATS several queues on one subject would each receive the request, and the first answer would win: never used here.
    const queue = queues.get(subject)?.values().next().value;
    if (!queue || queue.replicas.length === 0) return undefined;
    queue.next = (queue.next + 1) % queue.replicas.length;
    return queue.replicas[queue.next];
  }

  const tooLarge = (subject: string): CarrierError =>
    new CarrierError('too_large', `A message for ${subject} is over the bus's max_payload of ${maxBytes} bytes.`);

  /** Runs the request on one replica of the subject. */
  function run<T>(subject: string, timeoutMs: number, ask: (replica: Replica) => Promise<T>): Promise<T> {
    if (closed) throw new CarrierError('disconnected', 'The bus is closed.');
    const replica = pick(subject);
    if (!replica) throw new CarrierError('no_responder', `Nobody answers ${subject}.`);
    const answer = Promise.resolve(replica).then(ask);
    replica.running.add(answer);
    answer.finally(() => replica.running.delete(answer)).catch(() => {});
    return withTimeout(answer, subject, timeoutMs);
  }

  return {
    async request(subject, payload, timeoutMs) {
      if (isTooLarge(payload, maxBytes)) throw tooLarge(subject);
      return run(subject, timeoutMs, async ({ responder }) => {
        const text = await responder(payload);
        return isTooLarge(text, maxBytes) ? TOO_LARGE_ANSWER : text;
      });
    },
    async requestLocal(subject, { input, context, isParsed }, timeoutMs) {
      const asked = copyBounded({ input, context }, maxBytes);
      if (asked.tooLarge) throw tooLarge(subject);
      return run(subject, timeoutMs, async (replica) => {
        const answer = await askLocal(replica, { isParsed, ...asked.copy });
        if (typeof answer === 'string') return isTooLarge(answer, maxBytes) ? TOO_LARGE_ANSWER : answer;
        const answered = copyBounded(answer, maxBytes);
        return answered.tooLarge ? TOO_LARGE_ANSWER : answered.copy;
      });
    },
    serve(subject, queueName, responder, local) {
      const bySubject = queues.get(subject) ?? new Map<string, Queue>();
      queues.set(subject, bySubject);
      const queue = bySubject.get(queueName) ?? { replicas: [], next: 0 };
      bySubject.set(queueName, queue);
      const replica: Replica = { responder, local, running: new Set() };
      queue.replicas.push(replica);
      const subscription: Subscription = {
        async drain() {
          queue.replicas = queue.replicas.filter((other) => other !== replica);
          if (queue.replicas.length === 0) bySubject.delete(queueName);
          if (bySubject.size === 0) queues.delete(subject);
          subscriptions.delete(subscription);
          await Promise.allSettled(replica.running);
        },
      };
      subscriptions.add(subscription);
      return subscription;
    },
    publish(topic, payload) {
      const all = listeners.get(topic);
      if (closed || !all || isTooLarge(payload, maxBytes)) return;
      const hear = (listener: Listener): void => {
        if (all.has(listener)) listener.hear(payload);
      };
      for (const listener of hearersOf(all)) setImmediate(hear, listener);
    },
    subscribe(topic, hear, { queue } = {}) {
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all);
      const listener: Listener = { queue, hear };
      all.add(listener);
      const subscription: Subscription = {
        drain: async () => {
          all.delete(listener);
          if (all.size === 0 && listeners.get(topic) === all) listeners.delete(topic);
          subscriptions.delete(subscription);
        },
      };
      subscriptions.add(subscription);
      return subscription;
    },
    flush: async () => {},
    isConnected: () => !closed,
    async close() {
      closed = true;
      await Promise.all([...subscriptions].map((subscription) => subscription.drain()));
    },
  };
}
