import type { QuotedDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import type { proto } from 'baileys';
import type { DeviceOutbound } from '../devices/device-network.rules.ts';
import { jidOfAddress } from '../received/read-person.client.ts';

function quoteOf({ providerMessageId, isOwn, author, text }: QuotedDeviceMessage, jid: string, ownJid: string) {
  const of = isOwn ? ownJid : author === null ? jid : jidOfAddress(author);
  return { stanzaId: providerMessageId, participant: of, quotedMessage: { conversation: text } };
}

/** The quote and the mentions of a message; null when it has neither. */
export function contextOf(
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
export function addContext(message: proto.IMessage, context: proto.IContextInfo | null): proto.IMessage {
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
