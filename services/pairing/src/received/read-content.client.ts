import type { DeviceAttachment } from '@parley/common/contracts/internal/store-device-items';
import type { Interactive } from '@parley/common/events';
import { cleanFileFacts } from '@parley/common/files/file-facts';
import { textOf } from '@parley/providers/http/json-walk';
import { choice, readFormData } from '@parley/providers/received/read-choice';
import type { proto } from 'baileys';
import { isMediaPath, type MediaPointer } from '../media/media-pointer.rules.ts';

/** The content of a message, without sender and time. */
interface Content {
  text: string;
  attachments: DeviceAttachment[];
  replyToId: string | null;
}

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

/** A message's claims about its file: the sender chooses every part. */
interface FileMessage {
  mediaKey?: Uint8Array | null;
  directPath?: string | null;
  url?: string | null;
  mimetype?: string | null;
  fileSha256?: Uint8Array | null;
  fileEncSha256?: Uint8Array | null;
  fileLength?: unknown;
  fileName?: string | null;
}

const KEY_BYTES = 32;
const HASH_BYTES = 32;

const WRAPPERS = ['viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension'] as const;
const FILES = ['imageMessage', 'videoMessage', 'audioMessage'] as const;
/** As deep as the client unwraps messages. */
const DEPTH = 5;

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
  const text = messageTextOf(message);
  const context = kinds.flatMap(({ part }) =>
    // safe: members of a parsed message; only this one is read
    typeof part === 'object' ? [(part as { contextInfo?: proto.IContextInfo | null }).contextInfo] : [],
  );
  const replyToId = context.find((info) => info?.stanzaId)?.stanzaId ?? null;
  if (text !== '' || attachments.length > 0) return { text, attachments, replyToId };
  return { text, attachments: [attachment('unsupported', { payload: { kind: first.kind } })], replyToId };
}

/**
 * The button, list row or form that a person chose, with the id that the sender of the message gave it; null when
 * nothing was chosen.
 */
export function readChoice(message: proto.IMessage): Interactive | null {
  const { buttonsResponseMessage, templateButtonReplyMessage, listResponseMessage, interactiveResponseMessage } =
    message;
  if (buttonsResponseMessage)
    return choice('button', {
      id: textOf(buttonsResponseMessage.selectedButtonId),
      title: textOf(buttonsResponseMessage.selectedDisplayText),
    });
  if (templateButtonReplyMessage)
    return choice('button', {
      id: textOf(templateButtonReplyMessage.selectedId),
      title: textOf(templateButtonReplyMessage.selectedDisplayText),
    });
  if (listResponseMessage) {
    const description = textOf(listResponseMessage.description);
    return choice('list', {
      id: textOf(listResponseMessage.singleSelectReply?.selectedRowId),
      title: textOf(listResponseMessage.title),
      data: description === null ? null : { description },
    });
  }
  return interactiveResponseMessage ? flowChoice(interactiveResponseMessage) : null;
}

/** Whether the file of a message may be seen once: its phone wraps the message, or marks the file. */
export function isViewOnce(given: proto.IMessage | null | undefined): boolean {
  let message = given;
  for (let depth = 0; message && depth < DEPTH; depth++) {
    const { ephemeralMessage, deviceSentMessage, editedMessage } = message;
    if (WRAPPERS.some((name) => message?.[name]) || FILES.some((name) => message?.[name]?.viewOnce)) return true;
    message = (ephemeralMessage ?? deviceSentMessage ?? editedMessage)?.message;
  }
  return false;
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

const messageTextOf = (message: proto.IMessage): string =>
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

const isGiven = (bytes: Uint8Array | null | undefined): bytes is Uint8Array => (bytes?.length ?? 0) > 0;
const base64Of = (bytes: Uint8Array | null | undefined): string | null =>
  isGiven(bytes) ? Buffer.from(bytes).toString('base64') : null;
/** Length of a valid hash. */
const canMatch = (hash: Uint8Array | null | undefined): boolean => !isGiven(hash) || hash.length === HASH_BYTES;

/** The pointer to a file; without a path when it could not be opened. */
function pointerOf(kind: MediaPointer['kind'], message: FileMessage, mimeType: string | null): MediaPointer {
  const { mediaKey, directPath, fileSha256, fileEncSha256 } = message;
  const canOpen = mediaKey?.length === KEY_BYTES && canMatch(fileSha256) && canMatch(fileEncSha256);
  if (!canOpen || !directPath || !isMediaPath(directPath))
    return { kind, mediaKey: '', directPath: null, mimeType, sha256: null, encSha256: null };
  return {
    kind,
    mediaKey: Buffer.from(mediaKey).toString('base64'),
    directPath,
    mimeType,
    sha256: base64Of(fileSha256),
    encSha256: base64Of(fileEncSha256),
  };
}

/** A message's file as an attachment; without a path there is nothing to open. */
function readMedia(
  kind: MediaPointer['kind'],
  message: FileMessage,
  seal: (pointer: MediaPointer) => string,
): Pick<DeviceAttachment, 'media' | 'mimeType' | 'filename' | 'size'> {
  const { mediaKey, directPath, url, mimetype, fileLength, fileName } = message;
  const { mimeType, filename, size } = cleanFileFacts({
    mimeType: mimetype ?? null,
    filename: fileName ?? null,
    size: fileLength === null || fileLength === undefined ? null : Number(fileLength),
  });
  const isThere = isGiven(mediaKey) && (directPath || url);
  return { media: isThere ? seal(pointerOf(kind, message, mimeType)) : null, mimeType, filename, size };
}

/** The answer to a message of native flows: its parameters are JSON, with the id of the chosen button or row. */
function flowChoice({ body, nativeFlowResponseMessage }: proto.Message.IInteractiveResponseMessage): Interactive {
  const data = readFormData(nativeFlowResponseMessage?.paramsJson ?? null);
  const id = textOf(data?.id);
  const title = textOf(body?.text);
  return id === null
    ? choice('flow', { id: textOf(data?.flow_token), title, data })
    : choice('button', { id, title, data: null });
}
