import type { StartingChannel } from '@parley/common/contracts/console/start-conversation';

const SEPARATORS = /[\s().-]/g;
/** With the country code; the shortest numbers of the world have 7 digits with it. */
const NUMBER = /^\+?[1-9]\d{6,14}$/;
/** Ids of people who hide their number, and of groups, as conversations show them. */
const IDS: Readonly<Record<StartingChannel, RegExp>> = {
  wa: /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/,
  wd: /^(\d{1,25}@lid|\d{5,25}(-\d{5,25})?@g\.us)$/,
};

/**
 * The recipient as the server takes it; null where it is none. A number may begin with 00 in place of the plus, and have
 * spaces, dots, hyphens and brackets; one without a country code begins with a single 0, and is none.
 */
export function readRecipient(channel: StartingChannel, typed: string): string | null {
  const text = typed.trim();
  if (IDS[channel].test(text)) return text;
  const digits = text.replace(SEPARATORS, '').replace(/^00/, '+');
  if (!NUMBER.test(digits)) return null;
  return digits.startsWith('+') ? digits : `+${digits}`;
}
