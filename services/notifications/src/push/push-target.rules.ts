import { createECDH } from 'node:crypto';
import type { PushTarget } from '@parley/providers/push/push-client';
import { z } from 'zod';

const PURPOSE = 'push_subscriptions.target';
const Stored = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });

interface Cipher {
  encrypt(text: string, purpose: string): string;
  decrypt(text: string, purpose: string): string;
}

/** A browser's subscription, as it is stored. */
export const sealTarget = (cipher: Pick<Cipher, 'encrypt'>, target: PushTarget): string =>
  cipher.encrypt(JSON.stringify(Stored.parse(target)), PURPOSE);

export const openTarget = (cipher: Pick<Cipher, 'decrypt'>, stored: string): PushTarget =>
  Stored.parse(JSON.parse(cipher.decrypt(stored, PURPOSE)));

/** Whether a base64url text is a point of P-256: nothing can be encrypted for any other. */
export function isCurvePoint(text: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(text, 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** Whom a push service may ask about the sender. */
export const contactOf = (publicUrl: string, mailFrom: string | undefined): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${mailFrom ?? 'parley@localhost'}`;
