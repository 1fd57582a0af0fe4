import type { QuotedDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import type { ContactCard, RichContent } from '@parley/common/messages/message-content';
import { toVcard } from '@parley/common/text/vcard';
import type { AnyMessageContent, proto, WASocket } from 'baileys';
import type { DeviceOutbound, DeviceSent } from '../devices/device-network.rules.ts';
import type { MediaAccess } from '../media/media-access.client.ts';
import { type Acks, NOT_CONNECTED, NOT_ON_NETWORK, refused } from '../network/acks.client.ts';
import type { Limits } from '../network/limits.client.ts';
import type { Baileys } from '../network/load-baileys.client.ts';
import { jidOfAddress } from '../received/read-person.client.ts';
import { buildMediaMessage } from './build-media-message.client.ts';
import type { FindRecipient } from './find-recipient.client.ts';
import { generateMessage, relayMessage } from './relay-message.client.ts';

interface SendOptions {
  lib: Baileys;
  sock: WASocket;
  access: MediaAccess;
  isOpen(): boolean;
  acks: Acks;
  limits: Limits;
  findRecipient: FindRecipient;
  keepSent(id: string, content: string): Promise<void>;
}

/** Sends each message once, under its given id (docs/reference/wd.md#sending). */
export function makeSendMessage({ lib, sock, access, isOpen, acks, limits, findRecipient, keepSent }: SendOptions) {
  async function generate(jid: string, outbound: DeviceOutbound, deadline: number): Promise<proto.IMessage> {
    const ownJid = lib.jidNormalizedUser(sock.user?.id);
    const { id, text, file, rich } = outbound;
    const context = contextOf({ jid, ownJid }, outbound);
    if (file) return addContext(await buildMediaMessage({ lib, sock, access, limits }, file, text, deadline), context);
    const content = (rich && richMessage(rich)) ?? { text, linkPreview: null };
    const generated = generateMessage({ lib, sock }, { id, jid }, content);
    return addContext(await limits.within('Its encoding', generated, deadline), context);
  }

  return async (outbound: DeviceOutbound, deadline: number): Promise<DeviceSent> => {
    if (!isOpen()) return NOT_CONNECTED;
    let jid: string | null;
    let message: proto.IMessage;
    try {
      jid = await limits.queryTwice('The look-up of the recipient', () => findRecipient(outbound.to), deadline);
      if (jid === null) return NOT_ON_NETWORK;
      message = await generate(jid, outbound, deadline);
      await keepSent(outbound.id, Buffer.from(lib.proto.Message.encode(message).finish()).toString('base64'));
    } catch (error) {
      if (!isOpen()) return NOT_CONNECTED;
      const reason = error instanceof Error ? error.message : String(error);
      return refused(null, null, `The message could not be made ready: ${reason}`, false);
    }
    if (!isOpen() || Date.now() >= deadline) return NOT_CONNECTED;
    return relayMessage({ sock, acks }, { id: outbound.id, jid }, message, { deadline });
  };
}

function quoteOf({ providerMessageId, isOwn, author, text }: QuotedDeviceMessage, jid: string, ownJid: string) {
  const of = isOwn ? ownJid : author === null ? jid : jidOfAddress(author);
  return { stanzaId: providerMessageId, participant: of, quotedMessage: { conversation: text } };
}

/** The quote and the mentions of a message; null when it has neither. */
function contextOf(
  { jid, ownJid }: { jid: string; ownJid: string },
  { quoted, mentions = [] }: Pick<DeviceOutbound, 'quoted' | 'mentions'>,
): proto.IContextInfo | null {
  if (!quoted && mentions.length === 0) return null;
  return {
    ...(quoted ? quoteOf(quoted, jid, ownJid) : {}),
    ...(mentions.length > 0 ? { mentionedJid: mentions.map(jidOfAddress) } : {}),
  };
}

/** Adds it to the message's content, whatever its kind; a bare text becomes an extended one, which has a context. */
function addContext(message: proto.IMessage, context: proto.IContextInfo | null): proto.IMessage {
  if (!context) return message;
  if (message.conversation) {
    const { conversation: text, ...others } = message;
    return { ...others, extendedTextMessage: { text, contextInfo: context } };
  }
  const [kind, content] =
    Object.entries(message).find(([name]) => name.endsWith('Message') || name.startsWith('poll')) ?? [];
  if (kind === undefined || typeof content !== 'object' || content === null) return message;
  return { ...message, [kind]: { ...content, contextInfo: context } };
}

/** `waid` lets the phone offer a chat with the contact. */
const telOf = (phone: string): string => `TEL;type=CELL;type=VOICE;waid=${phone.slice(1)}:${phone}`;

const contactOf = (card: ContactCard) => ({ displayName: card.name, vcard: toVcard(card, telOf) });

/** The client's form of a content besides text and files; null when there is none. */
function richMessage({ location, contacts, poll }: RichContent): AnyMessageContent | null {
  if (location) {
    const { latitude, longitude, name, address } = location;
    const place = {
      degreesLatitude: latitude,
      degreesLongitude: longitude,
      ...(name && { name }),
      ...(address && { address }),
    };
    return { location: place };
  }
  if (contacts) {
    const cards = contacts.map(contactOf);
    return { contacts: { displayName: cards.map(({ displayName }) => displayName).join(', '), contacts: cards } };
  }
  // Zero: as many options as there are.
  return poll ? { poll: { name: poll.question, values: poll.options, selectableCount: poll.multiple ? 0 : 1 } } : null;
}
