import { trimEndOf } from '@parley/common/text/trim-end';
import { z } from 'zod';

/** An empty variable is treated as unset. */
const unset = (value: unknown): unknown => (value === '' ? undefined : value);
export const given = <T extends z.ZodType>(schema: T) => z.preprocess(unset, schema);

export const Port = z.coerce.number().int().min(0).max(65535);
export const Url = z.url().transform((v) => trimEndOf(v, '/'));
const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};
/** The text of a JSON object, kept as it is. */
export const JsonObjectText = z.string().max(10_000).refine(isJsonObject, 'must be a JSON object');
export const Flag = z.enum(['true', 'false']).transform((v) => v === 'true');

export const EncryptionKeys = z
  .string()
  .regex(/^[\w-]+:[A-Za-z0-9+/]{43}=(,[\w-]+:[A-Za-z0-9+/]{43}=)*$/, 'must be id:base64(32 bytes), comma-separated');

export const PostgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgresql:// address');

export const RootKey = z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be base64(32 bytes)');

/** Networks as CIDRs or single addresses; never the whole address space. */
export const Networks = z
  .string()
  .regex(/^(?!.*\/0+\s*(?:,|$))/, 'must not be everybody: a network of /0 lets callers choose their address')
  .transform((list) => list.split(',').map((network) => network.trim()))
  .pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], 'must be CIDRs, comma-separated')));

/** Prefixes of phone numbers: a country, or an area of one (+1212). */
export const CallingCodes = z
  .string()
  .regex(/^\+[1-9]\d{0,6}(,\+[1-9]\d{0,6})*$/, 'must be like +965,+966')
  .transform((v) => v.split(','));

/** Domains of e-mail addresses. */
export const Domains = z
  .string()
  .regex(/^[a-z0-9.-]+(,[a-z0-9.-]+)*$/, 'must be like shop.example,bakery.example')
  .transform((v) => v.split(','));

export const AiKey = z.string().regex(/^[\x21-\x7e]{8,1024}$/, 'must be a key without spaces');

/** A mail server, with its credentials. */
export const SmtpUrl = z.string().regex(/^smtps?:\/\/[^/\s]+\/?$/, 'must be like smtp://user:password@host:587');

/** Seconds between attempts: 5 s … 24 h, ten attempts in 75.6 h (docs/reference/webhook-delivery.md#retries). */
export const RetrySchedule = z
  .string()
  .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?){0,29}$/, 'must be seconds, comma-separated')
  .transform((v) => v.split(',').map(Number));
