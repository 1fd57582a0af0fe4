import { type Carrier, CarrierError, type Responder, type Subscription } from './carrier.ts';

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

/** The carrier of the one-machine form. */
export function makeInProcessCarrier(): Carrier {
  const queues = new Map<string, Map<string, Queue>>();
  const listeners = new Map<string, Set<(payload: string) => void>>();
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
      const replica = pick(subject);
      if (!replica) throw new CarrierError('no_responder', `Nobody answers ${subject}.`);
      const answer = Promise.resolve(payload).then(replica.responder);
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
      for (const listener of listeners.get(topic) ?? []) setImmediate(listener, payload);
    },
    subscribe(topic, listener) {
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all);
      all.add(listener);
      const subscription: Subscription = {
        drain: async () => {
          all.delete(listener);
          subscriptions.delete(subscription);
        },
      };
      subscriptions.add(subscription);
      return subscription;
    },
    isConnected: () => !closed,
    async close() {
      closed = true;
      await Promise.all([...subscriptions].map((subscription) => subscription.drain()));
    },
  };
}
