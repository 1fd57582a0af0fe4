import { invalidField } from '@parley/common/errors';

/** A readable number as it is kept: `+` and 7 to 15 digits. Errors: invalid_number. */
export function readNumber(text: string): string {
  const digits = text.replace(/^\+/, '').replace(/[\s().-]/g, '');
  if (!/^\d{7,15}$/.test(digits))
    throw invalidField('number', 'number must be a phone number with country code: 7 to 15 digits.');
  return `+${digits}`;
}

/** The digits of a text that may be a number, to compare numbers however they are written; null when it is none. */
export const digitsOf = (text: string): string | null => {
  const digits = text.replace(/^\+/, '').replace(/[\s().-]/g, '');
  return /^\d{7,15}$/.test(digits) ? digits : null;
};
