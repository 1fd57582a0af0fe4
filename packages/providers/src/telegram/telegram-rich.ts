import type {
  Button,
  ContactCard,
  ListContent,
  LocationContent,
  PollContent,
} from '@parley/common/messages/message-content';
import { toVcard } from '@parley/common/text/vcard';

/** Bytes of a vCard that the Bot API accepts. */
const VCARD_MAX_BYTES = 2048;

interface Key {
  text: string;
  callback_data?: string | undefined;
  url?: string;
}

const keyboard = (rows: readonly Key[]) => ({ reply_markup: { inline_keyboard: rows.map((key) => [key]) } });

/** One button a row, so that no title is cut. */
export const buttonKeyboard = (buttons: readonly Button[]) =>
  keyboard(
    buttons.map(({ id, title, url }) =>
      url === undefined ? { text: title, callback_data: id } : { text: title, url },
    ),
  );

/** Telegram has no lists: their rows become buttons, and the text carries what a button cannot show. */
export const listKeyboard = ({ sections }: ListContent) =>
  keyboard(sections.flatMap(({ rows }) => rows.map(({ id, title }) => ({ text: title, callback_data: id }))));

/** The text above the rows of a list, with the titles of its sections and the descriptions of its rows. */
export function listText(text: string, { sections }: ListContent): string {
  const lines = sections.flatMap(({ title, rows }) => {
    const described = rows.flatMap((row) => (row.description === undefined ? [] : `${row.title}: ${row.description}`));
    return title === undefined ? described : [`${title}: ${rows.map((row) => row.title).join(', ')}`, ...described];
  });
  return lines.length === 0 ? text : [text, '', ...lines].join('\n');
}

/** A place with a name or an address is a venue, which needs both. */
export function locationCall({ latitude, longitude, name, address }: LocationContent) {
  const place = { latitude, longitude };
  const title = name ?? address;
  if (title === undefined) return { method: 'sendLocation', body: place } as const;
  return { method: 'sendVenue', body: { ...place, title, address: address ?? title } } as const;
}

/** The platform shows one number of a contact; its vCard has the others. */
export function contactCall(card: ContactCard) {
  const { name, phones = [], emails = [], organization } = card;
  const hasMore = phones.length > 1 || emails.length > 0 || organization !== undefined;
  const vcard = hasMore ? toVcard(card) : '';
  const fits = vcard !== '' && Buffer.byteLength(vcard) <= VCARD_MAX_BYTES;
  const body = { phone_number: phones[0], first_name: name, ...(fits ? { vcard } : {}) };
  return { method: 'sendContact', body } as const;
}

/** Answers are not anonymous: they come back with the person who gave them. */
export const pollCall = ({ question, options, multiple }: PollContent) =>
  ({
    method: 'sendPoll',
    body: {
      question,
      options: options.map((text) => ({ text })),
      is_anonymous: false,
      allows_multiple_answers: multiple,
    },
  }) as const;
