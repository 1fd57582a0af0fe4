/** Addresses as Evolution API writes them (docs/reference/evolution.md#addresses): `…@s.whatsapp.net`, `…@lid`, `…@g.us`. */
const PERSON = '@s.whatsapp.net';
const GROUP = '@g.us';
const KEPT = [GROUP, '@lid'];
/** Old ids of groups are a number, `-` and a time. */
const OLD_GROUP_MIN = 24;
const GROUP_DIGITS_MIN = 18;

const NOT_DIGITS = /\D/g;
const ONLY_DIGITS = /^\d+$/;
const NUMBER_MARKS = /[ +()]/g;

/** An address of Parley's wd events as a jid: a number gets the network's suffix, other ids have one. */
export const jidOf = (address: string): string =>
  address.includes('@') ? address : `${address.replace(NOT_DIGITS, '')}${PERSON}`;

/** The recipient of a send for a `number` or a jid of Evolution API. */
export function addressOf(number: string): string {
  const given = number.trim();
  if (KEPT.some((suffix) => given.endsWith(suffix))) return given;
  const [written = ''] = given.split(/[:@]/, 1);
  const plain = written.replace(NUMBER_MARKS, '');
  const isGroup =
    (plain.includes('-') && plain.length >= OLD_GROUP_MIN) ||
    (plain.length >= GROUP_DIGITS_MIN && ONLY_DIGITS.test(plain));
  if (isGroup) return `${plain}${GROUP}`;
  const digits = plain.replace(NOT_DIGITS, '');
  return digits === '' ? plain : `+${digits}`;
}

const MEXICO_AND_ARGENTINA = /^(52|54)\d(\d{10})$/;
const BRAZIL = /^55(\d{2})9(\d{8})$/;
/** From this area code on, mobile numbers of Brazil are registered without the additional 9. */
const BRAZIL_AREA_MIN = 31;
const BRAZIL_MOBILE_MIN = '7';

/** The other form under which a number of Mexico, Argentina or Brazil may be registered; null if there is none. */
export function otherFormOf(address: string): string | null {
  const digits = address.replace('+', '');
  const southern = MEXICO_AND_ARGENTINA.exec(digits);
  if (southern) return `+${southern[1]}${southern[2]}`;
  const [, area = '', rest = ''] = BRAZIL.exec(digits) ?? [];
  if (Number(area) < BRAZIL_AREA_MIN || rest.charAt(0) < BRAZIL_MOBILE_MIN) return null;
  return `+55${area}${rest}`;
}
