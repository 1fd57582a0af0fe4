import type { Cipher } from '@parley/database/encryption';

/** Signed addresses of attachments (docs/reference/events.md#attachments). */
export interface MediaAddress {
  /** The address of an attachment, valid 7 days. */
  of(attachmentId: string, now: Date): string;
  /** Whether the signature is valid and has not expired. */
  check(attachmentId: string, expires: string, signature: string, now: Date): boolean;
}

const VALID_SECONDS = 7 * 24 * 3600;
const PURPOSE = 'media-address';

/** Makes and checks `{public origin}/media/{attachment}?expires=…&signature=…`. */
export function makeMediaAddress(publicUrl: string, cipher: Pick<Cipher, 'sign' | 'verify'>): MediaAddress {
  return {
    of(attachmentId, now) {
      const expires = String(Math.floor(now.getTime() / 1000) + VALID_SECONDS);
      const signature = cipher.sign(`${attachmentId}.${expires}`, PURPOSE);
      return `${publicUrl}/media/${attachmentId}?expires=${expires}&signature=${signature}`;
    },
    check(attachmentId, expires, signature, now) {
      return Number(expires) * 1000 > now.getTime() && cipher.verify(`${attachmentId}.${expires}`, signature, PURPOSE);
    },
  };
}
