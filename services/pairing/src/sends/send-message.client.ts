import type { proto, WASocket } from 'baileys';
import type { DeviceOutbound, DeviceSent } from '../devices/device-network.rules.ts';
import type { MediaAccess } from '../media/media-access.client.ts';
import { type Acks, NOT_CONNECTED, NOT_ON_NETWORK, refused } from '../network/acks.client.ts';
import type { Baileys } from '../network/load-baileys.client.ts';
import { within } from '../network/within.client.ts';
import { addContext, contextOf } from './add-context.client.ts';
import { buildMediaMessage } from './build-media-message.client.ts';
import { richMessage } from './build-rich-message.client.ts';
import type { FindRecipient } from './find-recipient.client.ts';
import { generateMessage, relayMessage } from './relay-message.client.ts';

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
    const content = (rich && richMessage(rich)) ?? { text, linkPreview: null };
    return addContext(await generateMessage({ lib, sock }, { id, jid }, content), context);
  }

  return async (outbound: DeviceOutbound, deadline: number): Promise<DeviceSent> => {
    if (!isOpen()) return NOT_CONNECTED;
    let jid: string | null;
    let message: proto.IMessage;
    try {
      jid = await within(findRecipient(outbound.to), deadline);
      if (jid === null) return NOT_ON_NETWORK;
      const signal = AbortSignal.timeout(Math.max(deadline - Date.now(), 1));
      message = await within(generate(jid, outbound, signal), deadline);
      await keepSent(outbound.id, Buffer.from(lib.proto.Message.encode(message).finish()).toString('base64'));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return refused(null, null, `The message could not be made ready: ${reason}`, !isOpen());
    }
    if (!isOpen() || Date.now() >= deadline) return NOT_CONNECTED;
    return relayMessage({ sock, acks }, { id: outbound.id, jid }, message, { deadline });
  };
}
