import type { Channel } from '@parley/common/channels';
import { invalidField } from '@parley/common/errors';

const SEPARATORS = /[\s-]/g;
const PHONE = /^\+?(\d{7,15})$/;
const GROUP = /^\d{5,25}(-\d{5,25})?@g\.us$/;
/** Hidden id of a person whose number the network does not reveal, exactly as in `from`. */
const HIDDEN_ID = /^\d{1,25}@lid$/;
/** Business-scoped user id of a person who hides the number, exactly as in `from`. */
const SCOPED_ID = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/;
/** Whether a recipient on wa is a person who hides the number. */
export const isScopedId = (to: string): boolean => SCOPED_ID.test(to);

/** A chat, or one in the own account of a person who connected the bot (docs/reference/tg.md#business-connections). */
const CHAT_ID = /^(-?\d{1,16}|\d{1,16}@[\w-]{1,128})$/;
/** On tt, ids are base64, so they may contain + / = too. */
const PLATFORM_ID = /^[\w.:=+/-]{1,128}$/;

const HOW: Record<Channel, string> = {
  wa: 'to must be a phone number with country code (7 to 15 digits), or a business-scoped user id as from gave it.',
  wd: 'to must be a phone number with country code (7 to 15 digits), a group id ending in @g.us, or a hidden id ending in @lid as from gave it.',
  tg: 'to must be a chat id: digits, for groups with a leading minus, and in a business account with @ and the id of the connection.',
  fb: 'to must be the platform’s user id, as events give it in from.',
  ig: 'to must be the platform’s user id, as events give it in from.',
  tt: 'to must be the platform’s user id, as events give it in from.',
};

function normalize(channel: Channel, to: string): string | null {
  const digits = PHONE.exec(to.replace(SEPARATORS, ''))?.[1];
  switch (channel) {
    case 'wa':
      return digits ? `+${digits}` : SCOPED_ID.test(to) ? to : null;
    case 'wd':
      return digits ? `+${digits}` : GROUP.test(to) || HIDDEN_ID.test(to) ? to : null;
    case 'tg':
      return CHAT_ID.test(to) ? to : null;
    default:
      return PLATFORM_ID.test(to) ? to : null;
  }
}

/** The recipient in its form for answers and events (docs/reference/sends.md#recipient). Throws `invalid_to`. */
export function normalizeRecipient(channel: Channel, to: string): string {
  const recipient = normalize(channel, to.trim());
  if (recipient === null) throw invalidField('to', HOW[channel]);
  return recipient;
}
