import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Cipher } from '@parley/database/encryption';
import { z } from 'zod';

/** An older request is a replay. */
const MAX_AGE_MS = 10 * 60_000;

const Payload = z.looseObject({
  algorithm: z.string().regex(/^HMAC-SHA256$/i),
  issued_at: z.number().int().positive(),
  user_id: z.union([z.string().min(1).max(64), z.int().positive().transform(String)]),
});

/** A request of an owner, as the platform signed it. */
export interface OwnerRequest {
  /** The person at Facebook, or the account at Instagram under either of its ids. */
  userId: string;
  issuedAt: Date;
}

function payloadOf(encoded: string): z.infer<typeof Payload> | null {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

function isSignedWith(secret: string | undefined, encoded: string, signature: Buffer): boolean {
  const expected = createHmac('sha256', secret ?? '')
    .update(encoded)
    .digest();
  return expected.length === signature.length && timingSafeEqual(expected, signature) && !!secret;
}

/**
 * Reads Meta's `signed_request`; null: it is unsigned, or too old. Which app's secret signs is not documented, so every
 * secret is compared, always, in constant time (docs/reference/ig.md#removal-by-the-owner).
 */
export function readSignedRequest(
  signedRequest: string,
  secrets: readonly (string | undefined)[],
  now: Date,
): OwnerRequest | null {
  const [signed = '', encoded = '', ...rest] = signedRequest.split('.');
  const signature = Buffer.from(signed, 'base64url');
  const areValid = secrets.map((secret) => isSignedWith(secret, encoded, signature));
  if (rest.length > 0 || !areValid.includes(true)) return null;
  const payload = payloadOf(encoded);
  if (payload === null) return null;
  const issuedAt = new Date(payload.issued_at * 1000);
  const ageMs = Math.abs(now.getTime() - issuedAt.getTime());
  return ageMs <= MAX_AGE_MS ? { userId: payload.user_id, issuedAt } : null;
}

/** The effect of a request, which its page shows. */
export interface OwnerRemoval {
  at: Date;
  disconnected: number;
}

const PURPOSE = 'owner-removal';
const SIGNATURE_CHARACTERS = 32;

const signatureOf = (cipher: Pick<Cipher, 'sign'>, facts: string): string =>
  Buffer.from(cipher.sign(facts, PURPOSE), 'base64url').toString('hex').slice(0, SIGNATURE_CHARACTERS);

/** The confirmation code: letters and digits that hold what was deleted, and a signature. Nothing is stored for it. */
export function makeRemovalCode(cipher: Pick<Cipher, 'sign'>, { at, disconnected }: OwnerRemoval): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const facts = `${seconds.toString(16).padStart(10, '0')}${disconnected.toString(16).padStart(6, '0')}`;
  return `${facts}${signatureOf(cipher, facts)}`;
}

const CODE = /^([0-9a-f]{10})([0-9a-f]{6})([0-9a-f]{32})$/;

/** Reads a code; null: we did not make it. */
export function readRemovalCode(cipher: Pick<Cipher, 'sign'>, code: string): OwnerRemoval | null {
  const [, seconds = '', count = '', signature = ''] = CODE.exec(code) ?? [];
  if (seconds === '') return null;
  const expected = Buffer.from(signatureOf(cipher, `${seconds}${count}`));
  if (!timingSafeEqual(expected, Buffer.from(signature))) return null;
  return { at: new Date(Number.parseInt(seconds, 16) * 1000), disconnected: Number.parseInt(count, 16) };
}
