/** Fields with a secret, a text that somebody wrote, or somebody's identity: their values are never written. */
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
const SHAPES: readonly [RegExp, string][] = [
  // Telegram's URLs contain the bot's token.
  [/\bbot\d+:[A-Za-z0-9_-]{30,}/g, 'bot[redacted]'],
  [/\b\d{6,12}:[A-Za-z0-9_-]{30,}/g, '[redacted]'],
  [/\b([Bb]earer|Basic|OAuth) [A-Za-z0-9._~+/=-]{16,}/g, '$1 [redacted]'],
  [
    /\b(access_token|client_secret|appsecret_proof|input_token|refresh_token|auth_code|code|state|token|signature)=[^&\s"'\\]+/g,
    '$1=[redacted]',
  ],
  [/\bpk_[A-Za-z0-9]{20,}/g, 'pk_[redacted]'],
  [/\bwhsec_[A-Za-z0-9+/=_-]{16,}/g, 'whsec_[redacted]'],
  // Keys of OpenAI and Anthropic, and of Google.
  [/\bsk-[A-Za-z0-9_-]{16,}/g, 'sk-[redacted]'],
  [/\bAIza[A-Za-z0-9_-]{20,}/g, '[redacted]'],
  [/\bwds_[A-Za-z0-9_-]{16,}/g, 'wds_[redacted]'],
  [/\b(EAA|IGQ|IGAA|act\.)[A-Za-z0-9._!*-]{20,}/g, '[redacted]'],
  [/\/(connect|pair)\/[A-Za-z0-9._~-]{16,}/g, '/$1/[redacted]'],
  // A password in a URL.
  [/(\/\/[^\s/:@"]+:)[^\s/@"]+@/g, '$1[redacted]@'],
  // Ids of wa messages contain the number in base64.
  [/\bwamid\.[A-Za-z0-9+/=_-]+/g, 'wamid.[redacted]'],
  // PostgreSQL and parsers quote the value that they reject.
  [/(invalid input (?:syntax|value) for [^:]+: )"[\s\S]*"/g, '$1"[redacted]"'],
  [/(Key \([^)]*\)=)\([\s\S]*?\)(?= |\.|$)/g, '$1([redacted])'],
  [
    /(Unexpected [^,\n]*?)(?: ')[\s\S]?(?:', )(?:\.{3})?"[\s\S]*?(?:"\.{3}|") is not valid JSON/g,
    '$1 in what is no JSON',
  ],
  [/(?:\.{3})?"[^\n]*"(?:\.{3})? is not valid JSON/g, '[redacted] is not valid JSON'],
];

/**
 * Digits that may be a telephone number or a person's id at a platform; the last four are kept to distinguish two of
 * them.
 */
const NUMBERS = /(?<![A-Za-z0-9_.-])\+?\d{7,20}(?![A-Za-z0-9_-])/g;
const GROUPED = /\+\d{1,3}(?:[ ()-]{1,2}\d{2,5}){2,5}/g;
const lastFour = (digits: string): string => `…${digits.slice(-4)}`;

/** Redacts secrets in a text and shortens every long number to its last four digits. */
export const redactText = (text: string): string =>
  SHAPES.reduce((rest, [shape, instead]) => rest.replaceAll(shape, instead), text)
    .replaceAll(GROUPED, (number) => lastFour(number.replaceAll(/\D/g, '')))
    .replaceAll(NUMBERS, lastFour);

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
 * Redacts a log line: no token, no message text, no telephone number remains. The whole line is checked, whichever part wrote
 * it and whichever library an error came from.
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
