import { randomBytes } from 'node:crypto';

/** A WhatsApp message id in the platform's form: address, direction and a random part, base64. */
export function makeWamid(address: string, direction: 'outbound' | 'inbound'): string {
  const outbound = direction === 'outbound';
  const random = randomBytes(outbound ? 9 : 10)
    .toString('hex')
    .toUpperCase();
  const bytes = Buffer.concat([
    Buffer.from([0x1c, 0x18, address.length & 0xff]),
    Buffer.from(address, 'latin1'),
    Buffer.from([0x15, 0x02, 0x00, outbound ? 0x11 : 0x12, 0x18, random.length]),
    Buffer.from(random, 'latin1'),
    Buffer.from([0x00]),
  ]);
  return `wamid.${bytes.toString('base64')}`;
}
