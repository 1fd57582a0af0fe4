import {
  ClosedConnectionError,
  connect,
  DrainingConnectionError,
  type Msg,
  type NatsConnection,
  type Subscription as NatsSubscription,
  NoRespondersError,
  RequestError,
  TimeoutError,
} from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { type Carrier, CarrierError, type Subscription } from './carrier.ts';

export interface NatsOptions {
  /** Comma-separated servers. */
  url: string;
  /** Shown by the server's monitoring. */
  name: string;
  logger: Logger;
}

const encoder = new TextEncoder();
const RECONNECT_WAIT_MS = 250;
const RECONNECT_JITTER_MS = 250;

function toCarrierError(error: unknown, subject: string): unknown {
  const cause = error instanceof RequestError && error.cause !== undefined ? error.cause : error;
  if (error instanceof NoRespondersError || cause instanceof NoRespondersError)
    return new CarrierError('no_responder', `Nobody answers ${subject}.`, { cause: error });
  if (error instanceof TimeoutError || cause instanceof TimeoutError)
    return new CarrierError('timeout', `${subject} did not answer in time.`, { cause: error });
  if (cause instanceof ClosedConnectionError || cause instanceof DrainingConnectionError)
    return new CarrierError('disconnected', 'The bus is closed.', { cause: error });
  // It was on its way when the connection broke: whether it was taken is not known.
  return new CarrierError('timeout', `The request to ${subject} was lost.`, { cause: error });
}

/** Follows the connection, so that an outage of NATS is seen in every part's log and requests fail at once. */
async function followStatus(
  connection: NatsConnection,
  logger: Logger,
  tell: (connected: boolean) => void,
): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') logger.warn('The bus is disconnected; connecting again.');
    if (status.type === 'reconnect') logger.info('The bus is connected again.');
    if (status.type === 'disconnect' || status.type === 'reconnect') tell(status.type === 'reconnect');
  }
}

/** Connects to NATS and stays connected: it waits for a server that is not there yet, and reconnects for ever. */
export async function connectNatsCarrier({ url, name, logger }: NatsOptions): Promise<Carrier> {
  const connection = await connect({
    servers: url.split(',').map((server) => server.trim()),
    name,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    reconnectJitter: RECONNECT_JITTER_MS,
    // An idle connection that is dead is noticed within a minute.
    pingInterval: 20_000,
    maxPingOut: 2,
  });
  let connected = true;
  void followStatus(connection, logger, (now) => {
    connected = now;
  });

  const encode = (payload: string, subject: string): Uint8Array => {
    const bytes = encoder.encode(payload);
    const maxBytes = connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
    if (bytes.length > maxBytes) {
      throw new CarrierError(
        'too_large',
        `A message of ${bytes.length} bytes for ${subject} is over the NATS server's max_payload of ${maxBytes}.`,
      );
    }
    return bytes;
  };

  function follow(subscription: NatsSubscription, running: Set<Promise<unknown>>): Subscription {
    return {
      async drain() {
        if (!connection.isClosed()) await subscription.drain().catch(() => {});
        await Promise.allSettled(running);
        // Answers are written before the connection may close.
        if (!connection.isClosed() && connected) await connection.flush().catch(() => {});
      },
    };
  }

  return {
    async request(subject, payload, timeoutMs) {
      const data = encode(payload, subject);
      if (!connected) throw new CarrierError('disconnected', 'The bus is disconnected.');
      try {
        return (await connection.request(subject, data, { timeout: timeoutMs })).string();
      } catch (error) {
        throw toCarrierError(error, subject);
      }
    },
    serve(subject, queue, responder) {
      const running = new Set<Promise<unknown>>();
      const answer = async (message: Msg): Promise<void> => {
        const text = await responder(message.string());
        try {
          message.respond(encode(text, 'an answer'));
        } catch (error) {
          logger.error({ err: error, subject }, 'An answer could not be sent.');
          message.respond(
            encoder.encode(
              JSON.stringify({
                ok: false,
                error: { error: 'internal_error', message: 'The answer is too large for the bus.' },
              }),
            ),
          );
        }
      };
      const subscription = connection.subscribe(subject, {
        queue,
        callback: (error, message) => {
          if (error) return logger.error({ err: error, subject }, 'A subscription failed.');
          const work = answer(message).catch((failure: unknown) =>
            logger.error({ err: failure, subject }, 'A request was not answered.'),
          );
          running.add(work);
          void work.finally(() => running.delete(work));
        },
      });
      return follow(subscription, running);
    },
    publish(topic, payload) {
      try {
        connection.publish(topic, encode(payload, topic));
      } catch (error) {
        logger.debug({ err: error, topic }, 'A hint was not sent; a poll stands behind it.');
      }
    },
    subscribe(topic, listener) {
      const subscription = connection.subscribe(topic, {
        callback: (error, message) => {
          if (error) logger.error({ err: error, topic }, 'A subscription failed.');
          else listener(message.string());
        },
      });
      return follow(subscription, new Set());
    },
    isConnected: () => connected && !connection.isClosed(),
    async close() {
      if (connected) await connection.drain().catch(() => connection.close());
      else await connection.close();
    },
  };
}
