import { isObject, objectsIn, textIn } from '../../../../api/read-json.ts';
import type { Message } from '../../conversation/conversation.ts';

type Payload = Message['attachments'][number]['payload'];

/** A person's card, from any channel. */
export interface ShownContact {
  name: string;
  organization: string;
  phones: string[];
  emails: string[];
}

/** A place, from any channel; the coordinates are null if the platform gave none. */
export interface ShownPlace {
  name: string;
  address: string;
  coordinates: { latitude: number; longitude: number } | null;
}

const ENTRIES_MAX = 10;

const textOf = (value: unknown): string => textIn(value).trim();
const someOf = (values: readonly string[]): string[] => [...new Set(values.filter(Boolean))].slice(0, ENTRIES_MAX);

const degrees = (value: unknown, most: number): number | null =>
  typeof value === 'number' && Math.abs(value) <= most ? value : null;

/** The place of a location's payload; texts of an unexpected form are left out. */
export function readPlace(payload: Payload): ShownPlace {
  const { name, title, address, latitude, longitude } = payload ?? {};
  const [north, east] = [degrees(latitude, 90), degrees(longitude, 180)];
  const coordinates = north === null || east === null ? null : { latitude: north, longitude: east };
  return { name: textOf(name) || textOf(title), address: textOf(address), coordinates };
}

/** The values of a property in a vCard: `TEL;type=CELL:+1 555` gives `+1 555`. */
const cardValues = (card: string, property: string): string[] =>
  [...card.matchAll(new RegExp(`^(?:item\\d+\\.)?${property}(?:;[^:\\r\\n\\u2028\\u2029]*)?:(.+)$`, 'gim'))].map(
    ([, value = '']) => value.replaceAll(/;+/g, ' ').trim(),
  );

const CARD_MAX = 20_000;

/** The card of a contact's payload: WhatsApp's fields, Telegram's, or a vCard. */
export function readContact(payload: Payload): ShownContact {
  const { name, org, phones, emails, phone_number: number, first_name: first, last_name: last, vcard } = payload ?? {};
  const card = textOf(vcard).slice(0, CARD_MAX);
  const [fullName = ''] = cardValues(card, 'FN');
  const [company = ''] = cardValues(card, 'ORG');
  const whole = isObject(name) ? textOf(name.formatted_name) : textOf(name);
  return {
    name: whole || [textOf(first), textOf(last)].filter(Boolean).join(' ') || fullName,
    organization: (isObject(org) ? textOf(org.company) : '') || company,
    phones: someOf([
      ...objectsIn(phones).map(({ phone, wa_id: id }) => textOf(phone) || textOf(id)),
      textOf(number),
      ...cardValues(card, 'TEL'),
    ]),
    emails: someOf([...objectsIn(emails).map(({ email }) => textOf(email)), ...cardValues(card, 'EMAIL')]),
  };
}
