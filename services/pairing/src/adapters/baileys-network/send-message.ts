import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { MessageGenerationOptions, proto, WASocket } from 'baileys';
import type { DeviceOutbound, DeviceSent } from '../../domain/device-network.ts';
import type { makeBuildMediaMessage } from './build-media-message.ts';
import type { Baileys } from './load-baileys.ts';
import { isGroup, lidOf } from './read-person.ts';
import { SILENT } from './silent-logger.ts';

/** Cache size of recipients that were looked up. */
const MAX_RECIPIENTS = 2000;
const RECIPIENT_KEPT_MS = 3_600_000;
const UNANSWERED = 'The network did not say whether this recipient is on it.';
const MAX_REFUSALS = 500;
const REFUSAL_KEPT_MS = 60_000;

const REFUSALS: Readonly<Record<string, string>> = {
  '404': 'This recipient is not on the network.',
  '463': 'The network restricts this account: it may not write to people who have not written to it.',
  '479': 'The network refused the message: the session with this person is stale.',
};

const refused = (
  status: number | null,
  code: string | number | null,
  message: string,
  isTransient: boolean,
): DeviceSent => ({ kind: 'refused', status, code, message, isTransient });

const notConnected = refused(null, null, 'The device is not connected to the network now.', true);

/**
 * The library's own errors (a refused query, a closed socket) occur before the message is written; after any other error it may
 * have been sent.
 */
function failureOf(error: unknown): DeviceSent {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof Error && 'isBoom' in error && 'output' in error)) return { kind: 'unknown', message };
  // safe: the shape of the library's errors
  const { statusCode } = error.output as { statusCode: number };
  return statusCode === 428 || statusCode === 408
    ? refused(null, statusCode, message, true)
    : refused(statusCode, statusCode, message, false);
}

/** Collects the network's answers to sends, and receipts that prove delivery. */
export function makeAcks() {
  const waiting = new Map<string, (sent: DeviceSent) => void>();
  const refusals = makeBoundedMap<string, true>(MAX_REFUSALS, { keepMs: REFUSAL_KEPT_MS });
  const tell = (id: string, sent: DeviceSent): boolean => {
    const settle = waiting.get(id);
    settle?.(sent);
    return waiting.delete(id);
  };
  return {
    /** The network's own answer. */
    acknowledged(id: string, error: string | undefined): void {
      if (error === undefined) return void tell(id, { kind: 'accepted' });
      const message = REFUSALS[error] ?? `The network refused the message (${error}).`;
      if (tell(id, refused(Number(error) || 0, error, message, false))) refusals.set(id, true);
    },
    /** Whether a refusal of this message is the answer of a send that is still waiting. */
    isAnswered: (id: string): boolean => waiting.has(id) || refusals.get(id) === true,
    /** A receipt is accepted as proof of delivery. */
    received: (id: string): boolean => tell(id, { kind: 'accepted' }),
    /** The library failed. */
    failed: (id: string, error: unknown): boolean => tell(id, failureOf(error)),
    /** The connection is closed: waiting sends get no answer. */
    broken(): void {
      for (const id of [...waiting.keys()])
        tell(id, { kind: 'unknown', message: 'The connection broke before the network answered.' });
    },
    wait(id: string, deadline: number): Promise<DeviceSent> {
      return new Promise((resolve) => {
        const late = (): void => void tell(id, { kind: 'unknown', message: 'The network did not answer in time.' });
        const timer = setTimeout(late, Math.max(deadline - Date.now(), 1));
        waiting.set(id, (sent) => {
          clearTimeout(timer);
          resolve(sent);
        });
      });
    },
  };
}

/** The library must not upload files: it would send them to any host that the network names. */
const UPLOAD_NOTHING = (): Promise<never> => Promise.reject(new Error('A text brings no file.'));

export interface SendMessageDeps {
  lib: Baileys;
  sock: WASocket;
  isOpen(): boolean;
  acks: ReturnType<typeof makeAcks>;
  keepSent(id: string, content: string): Promise<void>;
  buildMedia: ReturnType<typeof makeBuildMediaMessage>;
}

const within = <T>(work: Promise<T>, deadline: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It took too long.')), Math.max(deadline - Date.now(), 1));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Sends a message once, under its given id (docs/reference/wd.md#sending). */
export function makeSendMessage({ lib, sock, isOpen, acks, keepSent, buildMedia }: SendMessageDeps) {
  const recipients = makeBoundedMap<string, string>(MAX_RECIPIENTS, { keepMs: RECIPIENT_KEPT_MS });

  /** The client's own look-up by number ignores hidden ids; every account has at least one device, the phone. */
  async function lookUpHiddenId(lid: string): Promise<string | null> {
    const query = new lib.USyncQuery().withDeviceProtocol().withUser(new lib.USyncUser().withId(lid));
    const found = await sock.executeUSyncQuery(query);
    if (!found) throw new Error(UNANSWERED);
    // safe: the shape that the library's own parser of the device protocol returns
    const devices = found.list[0]?.devices as { deviceList?: unknown[] } | undefined;
    return devices?.deviceList?.length ? lid : null;
  }

  async function lookUpNumber(number: string): Promise<string | null> {
    const found = await sock.onWhatsApp(number);
    if (!found) throw new Error(UNANSWERED);
    return found.find(({ exists }) => exists)?.jid ?? null;
  }

  /** The jid of a recipient; null when it is not on the network. */
  async function jidOf(to: string): Promise<string | null> {
    if (isGroup(to)) return to;
    const known = recipients.get(to);
    if (known) return known;
    const jid = await (lidOf(to) === to ? lookUpHiddenId(to) : lookUpNumber(to));
    if (jid !== null) recipients.set(to, jid);
    return jid;
  }

  async function generate(
    jid: string,
    { id, text, file }: DeviceOutbound,
    signal: AbortSignal,
  ): Promise<proto.IMessage> {
    if (file) return buildMedia(file, text, signal);
    const given: MessageGenerationOptions = {
      logger: SILENT,
      userJid: sock.user?.id ?? '',
      upload: UPLOAD_NOTHING,
      messageId: id,
    };
    const { message } = await lib.generateWAMessage(jid, { text, linkPreview: null }, given);
    if (!message) throw new Error('The client made no message.');
    return message;
  }

  return async (outbound: DeviceOutbound, deadline: number): Promise<DeviceSent> => {
    if (!isOpen()) return notConnected;
    let jid: string | null;
    let message: proto.IMessage;
    try {
      jid = await within(jidOf(outbound.to), deadline);
      if (jid === null) return refused(404, 'not_on_network', REFUSALS['404'] ?? '', false);
      const signal = AbortSignal.timeout(Math.max(deadline - Date.now(), 1));
      message = await within(generate(jid, outbound, signal), deadline);
      await keepSent(outbound.id, Buffer.from(lib.proto.Message.encode(message).finish()).toString('base64'));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return refused(null, null, `The message could not be made ready: ${reason}`, !isOpen());
    }
    if (!isOpen() || Date.now() >= deadline) return notConnected;
    const answer = acks.wait(outbound.id, deadline);
    sock.relayMessage(jid, message, { messageId: outbound.id }).catch((error: unknown) => {
      acks.failed(outbound.id, error);
    });
    return answer;
  };
}
