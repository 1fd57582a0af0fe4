import { type Carrier, CarrierError, type Subscription } from './carrier.ts';
import { type Channel, type FromBus, ToBus } from './channel.ts';

/** The error of requests that the child accepted and did not complete. */
const LOST = 'The worker ended before it answered.';

interface Pending {
  resolve(text: string): void;
  reject(error: Error): void;
}

/**
 * Connects the process at the other end of a channel to the bus: its requests, hints and answers go through `carrier`.
 * When the channel closes, its subjects have no responder from then on, and the requests that it had accepted fail as
 * `timeout`, because it is unknown whether they were carried out.
 */
export function bridgeChannel(carrier: Carrier, channel: Channel): void {
  const subscriptions = new Map<number, Subscription>();
  const delivered = new Map<number, Pending>();
  let nextId = 0;
  let isClosed = false;
  const tell = (message: FromBus): void => channel.send(message);

  function deliver(serving: number, payload: string): Promise<string> {
    if (isClosed) return Promise.reject(new CarrierError('no_responder', LOST));
    const id = nextId++;
    return new Promise((resolve, reject) => {
      delivered.set(id, { resolve, reject });
      tell({ kind: 'deliver', id, serving, payload });
    });
  }

  async function request({ id, subject, payload, timeoutMs }: ToBus & { kind: 'request' }): Promise<void> {
    try {
      tell({ kind: 'answer', id, text: await carrier.request(subject, payload, timeoutMs) });
    } catch (error) {
      const reason = error instanceof CarrierError ? error.reason : 'timeout';
      tell({ kind: 'failure', id, reason, message: error instanceof Error ? error.message : String(error) });
    }
  }

  async function drain(id: number): Promise<void> {
    const subscription = subscriptions.get(id);
    subscriptions.delete(id);
    await subscription?.drain();
    tell({ kind: 'done', id });
  }

  function take(message: ToBus): void {
    switch (message.kind) {
      case 'request':
        void request(message);
        break;
      case 'serve': {
        const { id, subject, queue } = message;
        subscriptions.set(
          id,
          carrier.serve(subject, queue, (payload) => deliver(id, payload)),
        );
        break;
      }
      case 'reply':
        delivered.get(message.id)?.resolve(message.text);
        delivered.delete(message.id);
        break;
      case 'publish':
        carrier.publish(message.topic, message.payload);
        break;
      case 'subscribe': {
        const { id, topic, queue } = message;
        const hear = (payload: string): void => tell({ kind: 'hint', id, payload });
        subscriptions.set(id, carrier.subscribe(topic, hear, queue === undefined ? {} : { queue }));
        break;
      }
      case 'drain':
        void drain(message.id);
        break;
      case 'flush':
        void carrier.flush().then(() => tell({ kind: 'done', id: message.id }));
    }
  }

  channel.onMessage((message) => {
    const parsed = ToBus.safeParse(message);
    // The runtime itself sends over this channel too.
    if (parsed.success && !isClosed) take(parsed.data);
  });
  channel.onClose(() => {
    isClosed = true;
    for (const { reject } of delivered.values()) reject(new CarrierError('timeout', LOST));
    delivered.clear();
    for (const subscription of subscriptions.values()) void subscription.drain();
    subscriptions.clear();
  });
}
