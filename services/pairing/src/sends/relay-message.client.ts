import type { AnyMessageContent, proto, WASocket } from 'baileys';
import type { DeviceSent } from '../devices/device-network.rules.ts';
import type { Acks } from '../network/acks.client.ts';
import { SILENT } from '../network/baileys-options.client.ts';
import type { Baileys } from '../network/load-baileys.client.ts';

/** The network's id of a message, and its chat. */
export interface MessagePlace {
  id: string;
  jid: string;
}

/** Generates the message of a content without a file, as the stock client does. */
export async function generateMessage(
  { lib, sock }: { lib: Pick<Baileys, 'generateWAMessage'>; sock: Pick<WASocket, 'user'> },
  { id, jid }: MessagePlace,
  content: AnyMessageContent,
): Promise<proto.IMessage> {
  const { message } = await lib.generateWAMessage(jid, content, {
    logger: SILENT,
    userJid: sock.user?.id ?? '',
    upload: UPLOAD_NOTHING,
    messageId: id,
  });
  if (!message) throw new Error('The client made no message.');
  return message;
}

/**
 * Sends a message once; resolves with the network's answer, or at `deadline` (ms since the epoch). `edit` marks the
 * stanza as a change of an earlier message.
 */
export function relayMessage(
  { sock, acks }: { sock: Pick<WASocket, 'relayMessage'>; acks: Pick<Acks, 'wait' | 'failed'> },
  { id, jid }: MessagePlace,
  message: proto.IMessage,
  { deadline, edit }: { deadline: number; edit?: string | undefined },
): Promise<DeviceSent> {
  // Before it is sent: the answer may arrive before `relayMessage` resolves.
  const answer = acks.wait(id, deadline);
  const attributes = edit === undefined ? {} : { additionalAttributes: { edit } };
  sock.relayMessage(jid, message, { messageId: id, ...attributes }).catch((error: unknown) => {
    acks.failed(id, error);
  });
  return answer;
}

/** The library must not upload files: it would send them to any host that the network names. */
const UPLOAD_NOTHING = (): Promise<never> => Promise.reject(new Error('The client library may not upload files.'));
