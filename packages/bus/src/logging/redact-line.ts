import { redactInvalidInput, redactKeys, redactNoJson, redactUnexpected } from './redact-quoted.ts';

/** Fields with a secret, with text that a person wrote, or with a person's identity: their values are never written. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set(
  [
    ...[
      'authorization',
      'api_key',
      'x-api-key',
      'token',
      'access_token',
      'refresh_token',
      'bot_token',
      'session_token',
    ],
    ...[
      'secret',
      'tool_secret',
      'app_secret',
      'client_secret',
      'webhook_secret',
      'verify_token',
      'cookie',
      'password',
      'credentials',
    ],
    ...['code_verifier', 'auth_code', 'signature', 'headers', 'qr', 'pairing_code'],
    ...[
      'text',
      'caption',
      'body',
      'raw',
      'payload',
      'data',
      'input',
      'item',
      'items',
      'plain',
      'variables',
      'template',
    ],
    ...[
      'peer',
      'to',
      'from',
      'phone',
      'number',
      'address',
      'addresses',
      'username',
      'sender',
      'participant',
      'push_name',
    ],
  ].map((field) => field.replaceAll(/[_-]/g, '')),
);

/** Patterns of secrets, which are redacted anywhere: in URLs, error messages, stacks. */
interface Shape {
  /** A prefix that is kept in its first group, and the secret in its second. */
  pattern: RegExp;
  /** A shorter word is no secret: `sk-learn`. The checker of expressions takes too long for a bounded repetition. */
  minLength: number;
}

const SHAPES: readonly Shape[] = [
  // Telegram's URLs contain the bot's token.
  { pattern: /\b(bot)\d+:([A-Za-z0-9_-]+)/g, minLength: 30 },
  { pattern: /\b()\d{6,12}:([A-Za-z0-9_-]+)/g, minLength: 30 },
  { pattern: /\b((?:[Bb]earer|Basic|OAuth) )([A-Za-z0-9._~+/=-]+)/g, minLength: 16 },
  { pattern: /\b(pk_)([A-Za-z0-9]+)/g, minLength: 20 },
  { pattern: /\b(whsec_)([A-Za-z0-9+/=_-]+)/g, minLength: 16 },
  // Keys of OpenAI and Anthropic, and of Google.
  { pattern: /\b(sk-)([A-Za-z0-9_-]+)/g, minLength: 16 },
  { pattern: /\b()AIza([A-Za-z0-9_-]+)/g, minLength: 20 },
  { pattern: /\b(wds_)([A-Za-z0-9_-]+)/g, minLength: 16 },
  { pattern: /\b()(?:EAA|IGQ|IGAA|act\.)([A-Za-z0-9._!*-]+)/g, minLength: 20 },
  { pattern: /(\/(?:connect|pair)\/)([A-Za-z0-9._~-]+)/g, minLength: 16 },
  // Ids of wa messages contain the number in base64.
  { pattern: /\b(wamid\.)([A-Za-z0-9+/=_-]+)/g, minLength: 1 },
];

const redactShape = (text: string, { pattern, minLength }: Shape): string =>
  text.replaceAll(pattern, (whole: string, kept: string, secret: string) =>
    secret.length < minLength ? whole : `${kept}[redacted]`,
  );

const PARAMETER =
  /\b(access_token|client_secret|appsecret_proof|input_token|refresh_token|auth_code|code|state|token|signature)=/;

/** Redacts `code=…` and the like, in a query or elsewhere. */
function redactParameters(text: string): string {
  const [before = '', ...rest] = text.split(PARAMETER);
  const redacted = rest.map((part, at) => (at % 2 === 0 ? `${part}=` : part.replace(/^[^&\s"'\\]+/, '[redacted]')));
  return before + redacted.join('');
}

/** A password in a URL. */
const redactPasswords = (text: string): string => text.replaceAll(/(\/\/[^\s/:@"]+:)[^\s/@"]+@/g, '$1[redacted]@');

/**
 * Digits that may be a telephone number or a person's id at a platform; the last four are kept to distinguish two of
 * them.
 */
const NUMBERS = /(?<![A-Za-z0-9_.-])\+?\d{7,20}(?![A-Za-z0-9_-])/g;
const GROUPED = /\+\d{1,3}(?:[ ()-]{1,2}\d{2,5}){2,5}/g;
const lastFour = (digits: string): string => `…${digits.slice(-4)}`;

const REDACTIONS: readonly ((text: string) => string)[] = [
  redactPasswords,
  ...SHAPES.map((shape) => (text: string) => redactShape(text, shape)),
  redactParameters,
  redactInvalidInput,
  redactKeys,
  redactUnexpected,
  redactNoJson,
  (text) => text.replaceAll(GROUPED, (number) => lastFour(number.replaceAll(/\D/g, ''))),
  (text) => text.replaceAll(NUMBERS, lastFour),
];

/** Redacts secrets in a text and shortens every long number to its last four digits. In linear time: strangers write parts of it. */
export const redactText = (text: string): string => REDACTIONS.reduce((rest, redact) => redact(rest), text);

/** Whether the value of a field of `parent` is hidden. A provider's error message may quote the request. */
const isHidden = (field: string, parent = ''): boolean =>
  HIDDEN_FIELDS.has(field.toLowerCase().replaceAll(/[_-]/g, '')) || (parent === 'provider' && field === 'message');

function redactValue(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map((inner) => redactValue(inner, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      redactText(field),
      isHidden(field, name) && inner !== null && inner !== undefined ? '[redacted]' : redactValue(inner, field),
    ]),
  );
}

/** Fields that pino or the logger writes: never personal data. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'level',
  'time',
  'pid',
  'hostname',
  'name',
  'event',
  'service',
  'trace_id',
]);

/**
 * Redacts a log line: no token, no message text, no telephone number remains. The whole line is checked, whichever code
 * wrote it and whichever library an error came from.
 */
export function redactLine(line: string): string {
  try {
    // safe: pino writes one JSON object a line
    const fields = JSON.parse(line) as Record<string, unknown>;
    const kept = Object.entries(fields).map(([field, value]) => [
      field,
      OWN_FIELDS.has(field) ? value : isHidden(field) && value !== null ? '[redacted]' : redactValue(value, field),
    ]);
    return `${JSON.stringify(Object.fromEntries(kept))}\n`;
  } catch {
    return redactText(line);
  }
}
