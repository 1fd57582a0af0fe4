import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { MessageGenerationOptions, proto, WASocket } from 'baileys';
import type { DeviceOutbound, DeviceSent } from '../../domain/device-network.ts';
import { type Acks, REFUSALS, refused } from './acks.ts';
import { addContext, contextOf } from './add-context.ts';
import { buildMediaMessage } from './build-media-message.ts';
import { richMessage } from './build-rich-message.ts';
import type { Baileys } from './load-baileys.ts';
import type { MediaAccess } from './media-access.ts';
import { isGroup, lidOf } from './read-person.ts';
import { SILENT } from './silent-logger.ts';

/** Cache size of recipients that were looked up. */
const MAX_RECIPIENTS = 2000;
const RECIPIENT_KEPT_MS = 3_600_000;
const UNANSWERED = 'The network did not say whether this recipient is on it.';
const notConnected = refused(null, null, 'The device is not connected to the network now.', true);

/** The library must not upload files: it would send them to any host that the network names. */
const UPLOAD_NOTHING = (): Promise<never> => Promise.reject(new Error('A text brings no file.'));

export interface SendOptions {
  lib: Baileys;
  sock: WASocket;
  access: MediaAccess;
  isOpen(): boolean;
  acks: Acks;
  keepSent(id: string, content: string): Promise<void>;
}

const within = <T>(work: Promise<T>, deadline: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It took too long.')), Math.max(deadline - Date.now(), 1));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Sends each message once, under its given id (docs/reference/wd.md#sending); remembers recipients. */
export function makeSendMessage({ lib, sock, access, isOpen, acks, keepSent }: SendOptions) {
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
    outbound: DeviceOutbound,
    signal: AbortSignal,
  ): Promise<proto.IMessage> {
    const ownJid = lib.jidNormalizedUser(sock.user?.id);
    const { id, text, file, rich } = outbound;
    const context = contextOf({ jid, ownJid }, outbound);
    if (file) return addContext(await buildMediaMessage({ lib, sock, access }, file, text, signal), context);
    const given: MessageGenerationOptions = {
      logger: SILENT,
      userJid: sock.user?.id ?? '',
      upload: UPLOAD_NOTHING,
      messageId: id,
    };
    const content = (rich && richMessage(rich)) ?? { text, linkPreview: null };
    const { message } = await lib.generateWAMessage(jid, content, given);
    if (!message) throw new Error('The client made no message.');
    return addContext(message, context);
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
