import type { z } from 'zod';
import type { Attachment, Interactive } from '../events.ts';
import type { ContactCard, RichContent } from '../messages/message-content.ts';
import type { PollAnswer } from '../messages/received-content.ts';
import { toVcard } from '../text/vcard.ts';

type Json = z.core.util.JSONType;

/** A message's content in Evolution API's form: its type, and the members of WhatsApp's own messages that Parley knows. */
export interface EvolutionContent {
  messageType: string;
  message: Record<string, Json>;
}

/** The parts of a sent or received message that make its content. */
export interface ContentParts extends RichContent {
  text: string;
  attachments: readonly Attachment[];
  interactive?: Interactive | undefined;
  poll_answer?: PollAnswer | undefined;
}

const content = (messageType: string, fields: Record<string, Json>, more: Record<string, Json> = {}) => ({
  messageType,
  message: { [messageType]: fields, ...more },
});

const contactOf = (card: ContactCard): Record<string, Json> => ({ displayName: card.name, vcard: toVcard(card) });

function contactsOf(contacts: readonly Record<string, Json>[]): EvolutionContent {
  const [first = {}, ...others] = contacts;
  if (others.length === 0) return content('contactMessage', first);
  return content('contactsArrayMessage', { contacts: [...contacts] });
}

function choiceOf({ type, id, title, data }: Interactive): EvolutionContent {
  if (type === 'list')
    return content('listResponseMessage', {
      title,
      description: data?.description ?? null,
      singleSelectReply: { selectedRowId: id },
    });
  return content('buttonsResponseMessage', { selectedButtonId: id, selectedDisplayText: title });
}

const FILES: Readonly<Partial<Record<Attachment['type'], string>>> = {
  image: 'imageMessage',
  video: 'videoMessage',
  audio: 'audioMessage',
  voice: 'audioMessage',
  document: 'documentMessage',
  sticker: 'stickerMessage',
};

/** A file; keys of WhatsApp's media are never given out, and `url` is an address of Parley. */
function fileOf(messageType: string, { type, url, mime_type, filename, size }: Attachment, text: string) {
  const fields = {
    url,
    mimetype: mime_type,
    ...(size === null ? {} : { fileLength: String(size) }),
    ...(messageType === 'audioMessage' ? { ptt: type === 'voice' } : {}),
    ...(messageType === 'documentMessage' ? { fileName: filename, title: filename } : {}),
    ...(text === '' ? {} : { caption: text }),
  };
  return content(messageType, fields, url === null ? {} : { mediaUrl: url });
}

const placeOf = ({ latitude, longitude, name, address }: Record<string, Json | undefined>): EvolutionContent =>
  content('locationMessage', {
    degreesLatitude: latitude ?? null,
    degreesLongitude: longitude ?? null,
    ...(name === undefined || name === null ? {} : { name }),
    ...(address === undefined || address === null ? {} : { address }),
  });

const isContact = ({ type }: Attachment): boolean => type === 'contact';

/** The content of a message (docs/reference/evolution.md#messages). */
export function contentOf(parts: ContentParts): EvolutionContent {
  const { text, attachments, location, contacts, poll, interactive, poll_answer } = parts;
  if (location) return placeOf(location);
  if (contacts) return contactsOf(contacts.map(contactOf));
  if (poll)
    return content('pollCreationMessageV3', {
      name: poll.question,
      options: poll.options.map((optionName) => ({ optionName })),
      selectableOptionsCount: poll.multiple ? poll.options.length : 1,
    });
  if (interactive) return choiceOf(interactive);
  if (poll_answer)
    return content('pollUpdateMessage', {
      vote: { selectedOptions: poll_answer.options.map(({ title }) => title) },
    });
  const [first] = attachments;
  const type = first && FILES[first.type];
  if (first && type) return fileOf(type, first, text);
  if (first?.type === 'location') return placeOf(first.payload ?? {});
  if (first?.type === 'contact')
    return contactsOf(
      attachments
        .filter(isContact)
        .map(({ payload }) => ({ displayName: payload?.name ?? null, vcard: payload?.vcard ?? null })),
    );
  return { messageType: 'conversation', message: { conversation: text } };
}
