import { createHmac, timingSafeEqual } from 'node:crypto';

const FIVE_MINUTES_MS = 5 * 60_000;
const HEADER = /^t=(\d{1,15}),\s*s=([0-9a-fA-F]{64})$/;
const SWAPPED = /^s=([0-9a-fA-F]{64}),\s*t=(\d{1,15})$/;

/**
 * The value of `Tiktok-Signature` for these bytes at this time, in seconds since the epoch
 * (docs/reference/tt.md#callbacks).
 */
export function signTiktok(raw: string | Uint8Array, appSecret: string, seconds: number): string {
  return `t=${seconds},s=${digestOf(raw, appSecret, String(seconds)).toString('hex')}`;
}

const digestOf = (raw: string | Uint8Array, appSecret: string, time: string): Buffer =>
  createHmac('sha256', appSecret).update(`${time}.`).update(raw).digest();

function readHeader(header: string): { time: string; digest: string } | null {
  const [, time, digest] = HEADER.exec(header.trim()) ?? [];
  if (time !== undefined && digest !== undefined) return { time, digest };
  const [, swappedDigest, swappedTime] = SWAPPED.exec(header.trim()) ?? [];
  if (swappedTime === undefined || swappedDigest === undefined) return null;
  return { time: swappedTime, digest: swappedDigest };
}

/**
 * Whether the header is the signature of the exact bytes and was made at most `toleranceMs` before or after `now`, so that a
 * recorded webhook cannot be replayed later (docs/reference/tt.md#callbacks). Constant-time; false for an empty secret.
 */
export function isTiktokSignature(
  raw: string | Uint8Array,
  header: string | null | undefined,
  appSecret: string,
  now: Date,
  toleranceMs = FIVE_MINUTES_MS,
): boolean {
  const given = readHeader(header ?? '');
  if (given === null || appSecret === '') return false;
  const fits = timingSafeEqual(digestOf(raw, appSecret, given.time), Buffer.from(given.digest, 'hex'));
  return fits && Math.abs(now.getTime() - Number(given.time) * 1000) <= toleranceMs;
}
