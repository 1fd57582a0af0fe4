import { randomBytes } from 'node:crypto';
import type { PageChannel } from '../../state/page.ts';

/** A message id that looks like the platform's: `m_…` on Messenger, a long `aWdf…` on Instagram. */
export function makeMessageId(channel: PageChannel, account: string): string {
  if (channel === 'fb') return `m_${randomBytes(64).toString('base64url')}`;
  const inner = `ig_dm_item:1:IGMessageID:${account}:${randomDigits(39)}:${randomDigits(35)}`;
  return `${Buffer.from(inner).toString('base64url')}ZD`;
}

/** Random digits that do not start with 0. */
export function randomDigits(count: number): string {
  const digits = [...randomBytes(count)].map((byte) => String(byte % 10)).join('');
  return `1${digits.slice(1)}`;
}
