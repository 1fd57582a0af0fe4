import { trimEndOf } from '@parley/common/text/trim-end';

const DECIMALS = 6;
const DECIMAL = /^(-?)(\d+)(?:\.(\d{1,6}))?$/;

/** An amount of credit, a decimal with at most six places, in millionths: exact, like the ledger. */
export function toMicros(amount: string): bigint {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(amount) ?? [];
  if (whole === undefined) throw new RangeError(`${amount} is no amount of credit.`);
  const micros = BigInt(whole + fraction.padEnd(DECIMALS, '0'));
  return sign === '-' ? -micros : micros;
}

/** Millionths as a decimal without trailing zeros. */
export function fromMicros(micros: bigint): string {
  const digits = String(micros).padStart(DECIMALS + 1, '0');
  const fraction = trimEndOf(digits.slice(-DECIMALS), '0');
  return fraction === '' ? digits.slice(0, -DECIMALS) : `${digits.slice(0, -DECIMALS)}.${fraction}`;
}
