import type { DeviceAttachment } from '@parley/common/contracts/internal/store-device-items';
import type { proto } from 'baileys';
import type { MediaPointer } from '../media/media-pointer.client.ts';
import { type FileMessage, readMedia } from './read-media.client.ts';

/** The content of a message, without sender and time. */
export interface Content {
  text: string;
  attachments: DeviceAttachment[];
  replyToId: string | null;
}

const attachment = (
  type: DeviceAttachment['type'],
  given: Partial<Omit<DeviceAttachment, 'type'>> = {},
): DeviceAttachment => ({ type, media: null, mimeType: null, filename: null, size: null, payload: null, ...given });

const numberOf = (value: unknown): number | null => {
  const number = value === null || value === undefined ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
};

const file = (
  type: DeviceAttachment['type'],
  kind: MediaPointer['kind'],
  message: FileMessage,
  seal: (pointer: MediaPointer) => string,
): DeviceAttachment => attachment(type, readMedia(kind, message, seal));

function filesOf(message: proto.IMessage, seal: (pointer: MediaPointer) => string): DeviceAttachment[] {
  const { imageMessage, videoMessage, ptvMessage, audioMessage, documentMessage, stickerMessage } = message;
  if (imageMessage) return [file('image', 'image', imageMessage, seal)];
  if (videoMessage) return [file('video', 'video', videoMessage, seal)];
  if (ptvMessage) return [file('video', 'video', ptvMessage, seal)];
  if (audioMessage) return [file(audioMessage.ptt ? 'voice' : 'audio', 'audio', audioMessage, seal)];
  if (documentMessage) return [file('document', 'document', documentMessage, seal)];
  if (stickerMessage) return [file('sticker', 'sticker', stickerMessage, seal)];
  return [];
}

const contact = (given: proto.Message.IContactMessage): DeviceAttachment =>
  attachment('contact', { payload: { name: given.displayName ?? null, vcard: given.vcard ?? null } });

function placesAndPeople(message: proto.IMessage): DeviceAttachment[] {
  const place = message.locationMessage ?? message.liveLocationMessage;
  if (place) {
    const payload = {
      latitude: numberOf(place.degreesLatitude),
      longitude: numberOf(place.degreesLongitude),
      name: 'name' in place ? (place.name ?? null) : null,
      address: 'address' in place ? (place.address ?? null) : null,
    };
    const isKnown = payload.latitude !== null && payload.longitude !== null;
    return [
      isKnown ? attachment('location', { payload }) : attachment('unsupported', { payload: { location: payload } }),
    ];
  }
  if (message.contactMessage) return [contact(message.contactMessage)];
  return message.contactsArrayMessage?.contacts?.map(contact) ?? [];
}

const pollOf = (message: proto.IMessage) =>
  message.pollCreationMessage ?? message.pollCreationMessageV2 ?? message.pollCreationMessageV3 ?? null;

const textOf = (message: proto.IMessage): string =>
  message.conversation ??
  message.extendedTextMessage?.text ??
  message.imageMessage?.caption ??
  message.videoMessage?.caption ??
  message.documentMessage?.caption ??
  message.buttonsResponseMessage?.selectedDisplayText ??
  message.templateButtonReplyMessage?.selectedDisplayText ??
  message.listResponseMessage?.title ??
  message.interactiveResponseMessage?.body?.text ??
  '';

/** Members of a message that are not content. */
const SILENT_PARTS: ReadonlySet<string> = new Set([
  'senderKeyDistributionMessage',
  'messageContextInfo',
  'protocolMessage',
  'reactionMessage',
  'encReactionMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'pollUpdateMessage',
  'deviceSentMessage',
]);

/** The content of an unwrapped message; null when there is nothing to show. */
export function readContent(message: proto.IMessage, seal: (pointer: MediaPointer) => string): Content | null {
  const kinds = Object.entries(message).flatMap(([kind, part]) =>
    part === null || part === undefined || SILENT_PARTS.has(kind) ? [] : [{ kind, part: part as unknown }],
  );
  const [first] = kinds;
  if (!first) return null;
  const poll = pollOf(message);
  const attachments = poll
    ? [
        attachment('unsupported', {
          payload: {
            kind: 'poll',
            name: poll.name ?? null,
            options: poll.options?.map((o) => o.optionName ?? '') ?? [],
          },
        }),
      ]
    : [...filesOf(message, seal), ...placesAndPeople(message)];
  const text = textOf(message);
  const context = kinds.flatMap(({ part }) =>
    // safe: members of a parsed message; only this one is read
    typeof part === 'object' ? [(part as { contextInfo?: proto.IContextInfo | null }).contextInfo] : [],
  );
  const replyToId = context.find((info) => info?.stanzaId)?.stanzaId ?? null;
  if (text !== '' || attachments.length > 0) return { text, attachments, replyToId };
  return { text, attachments: [attachment('unsupported', { payload: { kind: first.kind } })], replyToId };
}
