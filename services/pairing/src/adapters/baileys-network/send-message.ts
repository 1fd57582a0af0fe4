import type { MessageGenerationOptions, proto, WASocket } from 'baileys';
import type { DeviceOutbound, DeviceSent } from '../../domain/device-network.ts';
import { type Acks, REFUSALS, refused } from './acks.ts';
import { addContext, contextOf } from './add-context.ts';
import { buildMediaMessage } from './build-media-message.ts';
import { richMessage } from './build-rich-message.ts';
import type { FindRecipient } from './find-recipient.ts';
import type { Baileys } from './load-baileys.ts';
import type { MediaAccess } from './media-access.ts';
import { SILENT } from './silent-logger.ts';
import { within } from './within.ts';

export const NOT_CONNECTED = refused(null, null, 'The device is not connected to the network now.', true);

/** The library must not upload files: it would send them to any host that the network names. */
export const UPLOAD_NOTHING = (): Promise<never> => Promise.reject(new Error('A text brings no file.'));

export interface SendOptions {
  lib: Baileys;
  sock: WASocket;
  access: MediaAccess;
  isOpen(): boolean;
  acks: Acks;
  findRecipient: FindRecipient;
  keepSent(id: string, content: string): Promise<void>;
}

/** Sends each message once, under its given id (docs/reference/wd.md#sending). */
export function makeSendMessage({ lib, sock, access, isOpen, acks, findRecipient, keepSent }: SendOptions) {
  async function generate(jid: string, outbound: DeviceOutbound, signal: AbortSignal): Promise<proto.IMessage> {
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
    if (!isOpen()) return NOT_CONNECTED;
    let jid: string | null;
    let message: proto.IMessage;
    try {
      jid = await within(findRecipient(outbound.to), deadline);
      if (jid === null) return refused(404, 'not_on_network', REFUSALS['404'] ?? '', false);
      const signal = AbortSignal.timeout(Math.max(deadline - Date.now(), 1));
      message = await within(generate(jid, outbound, signal), deadline);
      await keepSent(outbound.id, Buffer.from(lib.proto.Message.encode(message).finish()).toString('base64'));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return refused(null, null, `The message could not be made ready: ${reason}`, !isOpen());
    }
    if (!isOpen() || Date.now() >= deadline) return NOT_CONNECTED;
    const answer = acks.wait(outbound.id, deadline);
    sock.relayMessage(jid, message, { messageId: outbound.id }).catch((error: unknown) => {
      acks.failed(outbound.id, error);
    });
    return answer;
  };
}
