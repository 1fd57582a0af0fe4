import { invalidField } from '@parley/common/errors';

const PHONE = /^\+?(\d{7,15})$/;

/** The digits of a typed number (docs/reference/sends.md#recipient). Throws `invalid_phone`. */
export function pairingDigits(phone: string): string {
  const digits = PHONE.exec(phone.replace(/[\s-]/g, ''))?.[1];
  if (digits === undefined)
    throw invalidField('phone', 'phone must be a number with country code: 7 to 15 digits, with or without +.');
  return digits;
}

/** `ABCDEFGH` as shown to people: `ABCD-EFGH`. */
export const readableCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
