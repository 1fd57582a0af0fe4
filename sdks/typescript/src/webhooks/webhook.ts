import type { Event } from '../api/models.ts';
import { ParleyError } from '../errors.ts';
import { joinBytes } from './join-bytes.ts';

/** The headers of a posted event, in the form of any framework. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /**
   * `standard` (default): `webhook-signature`, which covers the time. `service`: `X-Service-Signature`, which covers
   * only the body; use it where a proxy removes the other headers, and de-duplicate by the event's id, because an old
   * request can be replayed.
   */
  scheme?: 'standard' | 'service';
  /** Seconds by which the time of the attempt may differ from now. Default 300. */
  toleranceSeconds?: number;
  /** Default: the machine's clock. */
  now?: () => Date;
}

/** The reason why a request is not an event of Parley. */
export type WebhookProblem =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'invalid_signature'
  | 'invalid_secret'
  | 'invalid_body';

export class WebhookError extends ParleyError {
  override readonly name = 'WebhookError';
  readonly problem: WebhookProblem;

  constructor(problem: WebhookProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

const TOLERANCE_SECONDS = 300;
/** Parley sends one signature, two during a rotation (docs/reference/events.md#signatures). */
const SIGNATURES_MAX = 5;
/** In characters. */
const SIGNATURE_HEADER_MAX = 1000;
const SECRET_PREFIX = 'whsec_';
const encoder = new TextEncoder();

type Bytes = Uint8Array<ArrayBuffer>;

function readHeader(headers: WebhookHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return entry === undefined ? null : typeof entry === 'string' ? entry : entry.join(' ');
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = readHeader(headers, name);
  if (value === null || value === '') throw new WebhookError('missing_header', `The header ${name} is missing.`);
  return value;
}

function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

const HEX_SHA256 = /^[0-9a-f]{64}$/;

function fromHex(text: string): Bytes | null {
  if (!HEX_SHA256.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/** Compares in constant time: which bytes differ does not change the number of steps. */
function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (const [at, byte] of left.entries()) difference |= byte ^ (right[at] ?? 0);
  return difference === 0;
}

/** Whether one of the signatures is that of the content. The content is hashed once, however many signatures there are. */
async function isSigned(key: Bytes, content: Bytes, signatures: readonly (Bytes | null)[]): Promise<boolean> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const expected = new Uint8Array(await crypto.subtle.sign('HMAC', imported, content));
  return signatures.map((signature) => signature !== null && isEqual(signature, expected)).includes(true);
}

/** The signatures of the chosen scheme, the content that they sign, and the key of a secret. */
interface Claim {
  signatures: (Bytes | null)[];
  content: Bytes;
  keyOf(secret: string): Bytes | null;
}

/** The signatures of `v1,… v1,…`. Two headers of the same name arrive joined by a comma. */
function readSignatures(header: string): (Bytes | null)[] {
  if (header.length > SIGNATURE_HEADER_MAX) return [];
  return header
    .split(/\s/)
    .filter((entry) => entry !== '')
    .slice(0, SIGNATURES_MAX)
    .map((entry) => entry.split(','))
    .flatMap(([version, signature = '']) => (version === 'v1' ? [fromBase64(signature)] : []));
}

function readStandard(body: Bytes, headers: WebhookHeaders, options: VerifyOptions): Claim {
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = requireHeader(headers, 'webhook-timestamp');
  const signatures = readSignatures(requireHeader(headers, 'webhook-signature'));
  const nowSeconds = (options.now?.() ?? new Date()).getTime() / 1000;
  const tolerance = options.toleranceSeconds ?? TOLERANCE_SECONDS;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > tolerance)
    throw new WebhookError('invalid_timestamp', `The time of the attempt is more than ${tolerance} s away.`);
  return {
    signatures,
    content: joinBytes([encoder.encode(`${id}.${timestamp}.`), body]),
    keyOf: (secret) => fromBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret),
  };
}

function readService(body: Bytes, headers: WebhookHeaders): Claim {
  const given = [requireHeader(headers, 'x-service-signature'), readHeader(headers, 'x-service-signature-previous')];
  return {
    signatures: given.flatMap((value) => (value?.startsWith('sha256=') ? [fromHex(value.slice(7))] : [])),
    content: body,
    keyOf: (secret) => encoder.encode(secret),
  };
}

const toBytes = (body: string | Uint8Array | ArrayBuffer): Bytes =>
  typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body);

/**
 * Checks that Parley signed the body, and returns the event. `rawBody` is the body as it arrived, before any parsing.
 * Several secrets are tried in turn, for a rotation. Errors: WebhookError.
 */
async function verify<E = Event>(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<E> {
  const body = toBytes(rawBody);
  const { signatures, content, keyOf } =
    options.scheme === 'service' ? readService(body, headers) : readStandard(body, headers, options);
  const keys = [secret].flat().map(keyOf);
  if (keys.length === 0 || keys.some((key) => !key?.length))
    throw new WebhookError('invalid_secret', 'A secret has the form whsec_…, as created with the key.');
  const checks = keys.map((key) => key !== null && isSigned(key, content, signatures));
  if (!(await Promise.all(checks)).includes(true))
    throw new WebhookError('invalid_signature', 'No signature matches this body and secret.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookError('invalid_body', 'The body is not JSON.');
  }
}

/** Verification of posted events. */
export const Webhook = { verify };
