import { setTimeout as pause } from 'node:timers/promises';
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
import type { Logger } from '@parley/runtime/logger';
import { type Carrier, CarrierError, type Subscription, TOO_LARGE_ANSWER } from './carrier.ts';
import { makeOutageWatch } from './outage-watch.ts';
import { parseNatsUrl } from './parse-nats-url.ts';

export interface NatsOptions {
  /** Comma-separated servers, `nats://` or `tls://`; the first may be prefixed with `user:password@` or `token@`. */
  url: string;
  /** Shown by the server's monitoring. */
  name: string;
  logger: Logger;
  /** How long the answer to a request in progress may still arrive after the connection broke; default 2 s. */
  lostAfterMs?: number;
}

const encoder = new TextEncoder();
/** Meta's webhook bodies reach 3 MB, and grow a little as JSON text (docker/nats.conf sets 8 MB). */
export const SMALLEST_MAX_PAYLOAD_BYTES = 4 * 1024 * 1024;
const TELL_WAITING_AFTER_MS = 3000;
const RECONNECT_WAIT_MS = 250;
const RECONNECT_JITTER_MS = 250;
/** After this long without a greeting a server is abandoned, and the next one is tried. */
const DIAL_TIMEOUT_MS = 2000;
/** A dead idle connection is noticed within 15 s. */
const PING_EVERY_MS = 5000;
const LOST_AFTER_MS = 2000;
const OFFER_AGAIN_MS = 100;
const OFFER_TIMEOUT_MS = 500;

function toCarrierError(error: unknown, subject: string): unknown {
  const cause = error instanceof RequestError && error.cause !== undefined ? error.cause : error;
  if (error instanceof NoRespondersError || cause instanceof NoRespondersError)
    return new CarrierError('no_responder', `Nobody answers ${subject}.`, { cause: error });
  if (error instanceof TimeoutError || cause instanceof TimeoutError)
    return new CarrierError('timeout', `${subject} did not answer in time.`, { cause: error });
  if (cause instanceof ClosedConnectionError || cause instanceof DrainingConnectionError)
    return new CarrierError('disconnected', 'The bus is closed.', { cause: error });
  // The request was in progress when the connection broke: a responder may have accepted it.
  return new CarrierError('timeout', `The request to ${subject} was lost.`, { cause: error });
}

/** Follows the connection: every process logs an outage of NATS, and requests fail at once. */
async function followStatus(
  connection: NatsConnection,
  logger: Logger,
  tell: (connected: boolean) => void,
): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') logger.warn('bus.disconnected', {}, 'The bus is disconnected; connecting again.');
    if (status.type === 'reconnect') logger.info('bus.reconnected', {}, 'The bus is connected again.');
    if (status.type === 'disconnect' || status.type === 'reconnect') tell(status.type === 'reconnect');
  }
}

/** Connects to NATS and stays connected: it waits for a server that is not available yet, and reconnects forever. */
export async function connectNatsCarrier(options: NatsOptions): Promise<Carrier> {
  const { url, name, logger, lostAfterMs = LOST_AFTER_MS } = options;
  const address = parseNatsUrl(url);
  const wait = setTimeout(
    () =>
      logger.warn('bus.unreachable', { servers: address.servers }, 'NATS accepts no connection yet; waiting for it.'),
    TELL_WAITING_AFTER_MS,
  );
  const connection = await connect({
    ...address,
    // Answers arrive below the user's own prefix, so that a server's permissions can keep them from other users.
    ...(address.user === undefined ? {} : { inboxPrefix: `_INBOX.${address.user}` }),
    name,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    reconnectJitter: RECONNECT_JITTER_MS,
    reconnectJitterTLS: RECONNECT_JITTER_MS,
    // A server that refuses the credentials for a while (a reload, a rollout) must not end the connection permanently.
    ignoreAuthErrorAbort: true,
    timeout: DIAL_TIMEOUT_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: 2,
  }).finally(() => clearTimeout(wait));
  const maxPayload = connection.info?.max_payload ?? 0;
  if (maxPayload < SMALLEST_MAX_PAYLOAD_BYTES)
    logger.warn(
      'bus.payload-limited',
      { max_payload: maxPayload },
      "The NATS server's max_payload is below 4 MB: large webhooks will fail.",
    );
  let connected = true;
  const outages = makeOutageWatch(lostAfterMs);
  void followStatus(connection, logger, (now) => {
    connected = now;
    if (now) outages.ended();
    else outages.begun();
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

  function encodeAnswer(text: string, subject: string): Uint8Array {
    try {
      return encode(text, 'an answer');
    } catch (error) {
      logger.error('bus-answer.oversized', { err: error, subject }, 'An answer is too large to be sent.');
      return encoder.encode(TOO_LARGE_ANSWER);
    }
  }

  /**
   * The NATS client drops answers during an outage, and after it an answer is lost if its caller has not reconnected yet. So
   * the answer is sent again until the caller receives it, or no longer waits.
   */
  async function respondAfterOutage(inbox: string | undefined, data: Uint8Array): Promise<void> {
    await outages.untilEnded();
    if (inbox === undefined) return;
    for (const until = Date.now() + lostAfterMs; connected && Date.now() < until; await pause(OFFER_AGAIN_MS)) {
      const refused = await connection
        .request(inbox, data, { timeout: OFFER_TIMEOUT_MS })
        .catch((error: unknown) => error);
      const nobody = toCarrierError(refused, inbox);
      // A caller never replies to an answer, so anything but "no responder" means that it was received.
      if (!(nobody instanceof CarrierError && nobody.reason === 'no_responder')) return;
    }
  }

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
        const answer = await outages.orLost(connection.request(subject, data, { timeout: timeoutMs }));
        return answer.string();
      } catch (error) {
        throw toCarrierError(error, subject);
      }
    },
    serve(subject, queue, responder) {
      const running = new Set<Promise<unknown>>();
      const answer = async (message: Msg): Promise<void> => {
        const data = encodeAnswer(await responder(message.string()), subject);
        if (connected) message.respond(data);
        else await respondAfterOutage(message.reply, data);
      };
      const subscription = connection.subscribe(subject, {
        queue,
        callback: (error, message) => {
          if (error) return logger.error('subscription.failed', { err: error, subject }, 'A subscription failed.');
          const work = answer(message).catch((failure: unknown) =>
            logger.error('bus-answer.failed', { err: failure, subject }, 'An answer could not be sent.'),
          );
          running.add(work);
          void work.finally(() => running.delete(work));
        },
      });
      return follow(subscription, running);
    },
    publish(topic, payload) {
      // The client would buffer it and drop the buffer before it reconnects.
      if (!connected) return;
      try {
        connection.publish(topic, encode(payload, topic));
      } catch (error) {
        logger.debug('hint.unsent', { err: error, topic }, 'A hint was not sent; a poll finds the work instead.');
      }
    },
    subscribe(topic, listener, { queue } = {}) {
      const subscription = connection.subscribe(topic, {
        ...(queue === undefined ? {} : { queue }),
        callback: (error, message) => {
          if (error) logger.error('subscription.failed', { err: error, topic }, 'A subscription failed.');
          else listener(message.string());
        },
      });
      return follow(subscription, new Set());
    },
    // Without a connection there is nothing to wait for: the client subscribes again when it reconnects.
    flush: () => connection.flush().catch(() => {}),
    isConnected: () => connected && !connection.isClosed(),
    async close() {
      if (connected) await connection.drain().catch(() => connection.close());
      else await connection.close();
    },
  };
}
