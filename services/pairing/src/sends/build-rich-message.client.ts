import type { ContactCard, RichContent } from '@parley/common/message-content';
import { toVcard } from '@parley/providers/vcard';
import type { AnyMessageContent } from 'baileys';

/** `waid` lets the phone offer a chat with the contact. */
const telOf = (phone: string): string => `TEL;type=CELL;type=VOICE;waid=${phone.slice(1)}:${phone}`;

const contactOf = (card: ContactCard) => ({ displayName: card.name, vcard: toVcard(card, telOf) });

/** The client's form of a content besides text and files; null when there is none. */
export function richMessage({ location, contacts, poll }: RichContent): AnyMessageContent | null {
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
