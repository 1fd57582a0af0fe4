import { type Carrier, CarrierError, type Responder, type Subscription } from './carrier.ts';
import { type Channel, FromBus, type ToBus } from './channel.ts';

interface Question {
  resolve(text: string): void;
  reject(error: CarrierError): void;
}

interface Served {
  responder: Responder;
  running: Set<Promise<unknown>>;
}

/** The carrier of a process that reaches the bus through its parent (`bridgeChannel` is the parent's end). */
export function makeChannelCarrier(channel: Channel): Carrier {
  const questions = new Map<number, Question>();
  const served = new Map<number, Served>();
  const listeners = new Map<number, (payload: string) => void>();
  const waiting = new Map<number, () => void>();
  const subscriptions = new Set<Subscription>();
  let nextId = 0;
  let isConnected = true;
  const tell = (message: ToBus): void => channel.send(message);

  /** Resolves when the other end has completed the command, or is gone. */
  function done(id: number, ask: ToBus): Promise<void> {
    if (!isConnected) return Promise.resolve();
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      tell(ask);
    });
  }

  async function answer(id: number, { responder, running }: Served, payload: string): Promise<void> {
    const work = responder(payload).then((text) => tell({ kind: 'reply', id, text }));
    running.add(work);
    await work.finally(() => running.delete(work));
  }

  function take(message: FromBus): void {
    switch (message.kind) {
      case 'answer':
        questions.get(message.id)?.resolve(message.text);
        break;
      case 'failure':
        questions.get(message.id)?.reject(new CarrierError(message.reason, message.message));
        break;
      case 'deliver': {
        const serving = served.get(message.serving);
        if (serving) void answer(message.id, serving, message.payload);
        break;
      }
      case 'hint':
        listeners.get(message.id)?.(message.payload);
        break;
      case 'done':
        waiting.get(message.id)?.();
        waiting.delete(message.id);
    }
  }

  channel.onMessage((message) => {
    const parsed = FromBus.safeParse(message);
    if (parsed.success) take(parsed.data);
  });
  channel.onClose(() => {
    isConnected = false;
    for (const { reject } of questions.values()) reject(new CarrierError('timeout', 'The bus is gone.'));
    for (const resolve of waiting.values()) resolve();
    waiting.clear();
  });

  function subscription(id: number, forget: () => void, settled: () => Promise<unknown>): Subscription {
    const made: Subscription = {
      async drain() {
        if (!subscriptions.delete(made)) return;
        await done(id, { kind: 'drain', id });
        await settled();
        forget();
      },
    };
    subscriptions.add(made);
    return made;
  }

  return {
    request(subject, payload, timeoutMs) {
      if (!isConnected) return Promise.reject(new CarrierError('disconnected', 'The bus is closed.'));
      const id = nextId++;
      return new Promise<string>((resolve, reject) => {
        // The parent has a timeout too; this one ends a request when the parent hangs.
        const timer = setTimeout(
          () => reject(new CarrierError('timeout', `${subject} did not answer in ${timeoutMs} ms.`)),
          timeoutMs,
        );
        const over = <T>(settle: (value: T) => void): ((value: T) => void) => {
          return (value) => {
            clearTimeout(timer);
            settle(value);
          };
        };
        questions.set(id, { resolve: over(resolve), reject: over(reject) });
        tell({ kind: 'request', id, subject, payload, timeoutMs });
      }).finally(() => questions.delete(id));
    },
    serve(subject, queue, responder) {
      const id = nextId++;
      const running = new Set<Promise<unknown>>();
      served.set(id, { responder, running });
      tell({ kind: 'serve', id, subject, queue });
      return subscription(
        id,
        () => served.delete(id),
        () => Promise.allSettled(running),
      );
    },
    publish(topic, payload) {
      tell({ kind: 'publish', topic, payload });
    },
    subscribe(topic, listener, { queue } = {}) {
      const id = nextId++;
      let isDrained = false;
      listeners.set(id, (payload) => {
        if (!isDrained) listener(payload);
      });
      tell({ kind: 'subscribe', id, topic, ...(queue === undefined ? {} : { queue }) });
      const made = subscription(
        id,
        () => listeners.delete(id),
        async () => {},
      );
      return {
        drain: () => {
          isDrained = true;
          return made.drain();
        },
      };
    },
    flush() {
      const id = nextId++;
      return done(id, { kind: 'flush', id });
    },
    isConnected: () => isConnected,
    async close() {
      await Promise.all([...subscriptions].map((one) => one.drain()));
      isConnected = false;
    },
  };
}
