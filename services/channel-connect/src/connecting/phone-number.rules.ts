import { invalidField } from '@parley/common/errors';

/** The digits of a number in any notation, for comparison; null for other texts. */
export const digitsOf = (text: string): string | null => {
  const digits = text.replace(/^\+/, '').replace(/[\s().-]/g, '');
  return /^\d{7,15}$/.test(digits) ? digits : null;
};

/** Normalizes a number to `+` and 7 to 15 digits. Errors: invalid_number. */
export function readNumber(text: string): string {
  const digits = digitsOf(text);
  if (digits === null) throw invalidField('number', 'number must be a phone number with country code: 7 to 15 digits.');
  return `+${digits}`;
}
