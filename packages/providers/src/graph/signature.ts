import { createHmac, timingSafeEqual } from 'node:crypto';

/** The value of `X-Hub-Signature-256` for these bytes (docs/reference/wa.md#callbacks). */
export const signHub = (raw: Uint8Array, appSecret: string): string =>
  `sha256=${createHmac('sha256', appSecret).update(raw).digest('hex')}`;

/** Whether the header is the signature of the exact bytes. Constant-time for values of the right length; false for an empty secret. */
export function verifyHubSignature(raw: Uint8Array, header: string, appSecret: string): boolean {
  if (appSecret === '') return false;
  const expected = Buffer.from(signHub(raw, appSecret));
  const given = Buffer.from(header);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
