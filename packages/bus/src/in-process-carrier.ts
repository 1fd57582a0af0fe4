import { type Carrier, CarrierError, type Responder, type Subscription, TOO_LARGE_ANSWER } from './carrier.ts';

interface Replica {
  responder: Responder;
  running: Set<Promise<unknown>>;
}

interface Queue {
  replicas: Replica[];
  next: number;
}

/** Rejects when the answer takes too long; the responder goes on, as it would over a network. */
function withTimeout(answer: Promise<string>, subject: string, timeoutMs: number): Promise<string> {
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

/** What docker/nats.conf sets, so that the one-machine form carries no message that the cluster form refuses. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_BYTES_PER_CHARACTER = 3;

/** Counts the bytes only where it could matter. */
const isTooLarge = (payload: string, maxBytes: number): boolean =>
  payload.length * MAX_BYTES_PER_CHARACTER > maxBytes && Buffer.byteLength(payload) > maxBytes;

/** One listener of each queue, in turn, and every listener without a queue. */
function hearersOf(all: Set<Listener>): Listener[] {
  const queues = new Set<string>();
  return [...all].filter((listener) => {
    if (listener.queue === undefined) return true;
    if (queues.has(listener.queue)) return false;
    queues.add(listener.queue);
    // The next message goes to another one.
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
    // Several queues on one subject would each get the request over NATS and the first answer wins: never used here.
    const queue = queues.get(subject)?.values().next().value;
    if (!queue || queue.replicas.length === 0) return undefined;
    queue.next = (queue.next + 1) % queue.replicas.length;
    return queue.replicas[queue.next];
  }

  return {
    async request(subject, payload, timeoutMs) {
      if (closed) throw new CarrierError('disconnected', 'The bus is closed.');
      if (isTooLarge(payload, maxBytes))
        throw new CarrierError(
          'too_large',
          `A message for ${subject} is over the bus's max_payload of ${maxBytes} bytes.`,
        );
      const replica = pick(subject);
      if (!replica) throw new CarrierError('no_responder', `Nobody answers ${subject}.`);
      const answer = Promise.resolve(payload)
        .then(replica.responder)
        .then((text) => (isTooLarge(text, maxBytes) ? TOO_LARGE_ANSWER : text));
      replica.running.add(answer);
      answer.finally(() => replica.running.delete(answer)).catch(() => {});
      return withTimeout(answer, subject, timeoutMs);
    },
    serve(subject, queueName, responder) {
      const bySubject = queues.get(subject) ?? new Map<string, Queue>();
      queues.set(subject, bySubject);
      const queue = bySubject.get(queueName) ?? { replicas: [], next: 0 };
      bySubject.set(queueName, queue);
      const replica: Replica = { responder, running: new Set() };
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
