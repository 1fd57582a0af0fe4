import type { ContactCard } from '../messages/message-content.ts';

const escapeValue = (value: string): string => value.replaceAll(/[\\,;]/g, (mark) => `\\${mark}`);

/** A contact as vCard 3.0. `telOf` writes the line of a phone, where a network has special parameters. */
export function toVcard(
  { name, phones = [], emails = [], organization }: ContactCard,
  telOf: (phone: string) => string = (phone) => `TEL:${phone}`,
): string {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${escapeValue(name)}`,
    `N:${escapeValue(name)};;;;`,
    ...phones.map(telOf),
    ...emails.map((email) => `EMAIL:${escapeValue(email)}`),
    ...(organization === undefined ? [] : [`ORG:${escapeValue(organization)}`]),
    'END:VCARD',
  ];
  return lines.join('\r\n');
}
