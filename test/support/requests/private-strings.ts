/** Fields of requests and answers that contain text, identities or secrets. */
const FIELDS = new Set([
  ...['message', 'text', 'caption', 'name', 'private_message', 'note'],
  ...['instructions', 'hand_over_message', 'answer', 'texts'],
  ...['to', 'from', 'number', 'phone', 'identifier', 'participants', 'owner'],
  ...[
    'api_key',
    'webhook_secret',
    'session_token',
    'access_token',
    'bot_token',
    'token',
    'pairing_code',
    'connect_url',
    'qr',
  ],
]);
const SECRETS = new Set(['api_key', 'webhook_secret', 'session_token', 'access_token', 'bot_token', 'token', 'qr']);
const TEXTS = new Set([
  ...['message', 'text', 'caption', 'private_message', 'note'],
  ...['instructions', 'hand_over_message', 'answer', 'texts'],
]);
/** Shorter texts may be words of the product's own log lines. */
const MIN_TEXT = 12;
const MIN_SECRET = 16;

const seen = new Set<string>();

function note(field: string, value: string): void {
  for (const number of value.match(/\d{10,15}/g) ?? []) if (!TEXTS.has(field)) seen.add(number);
  if (SECRETS.has(field) && value.length >= MIN_SECRET) seen.add(value);
  if (TEXTS.has(field) && value.length >= MIN_TEXT) seen.add(JSON.stringify(value).slice(1, -1).slice(0, 60));
}

/** Records values of requests and answers that no log line may contain: texts, numbers, tokens, keys. */
export function notePrivate(value: unknown, field = ''): void {
  if (typeof value === 'string') {
    if (FIELDS.has(field)) note(field, value);
  } else if (Array.isArray(value)) {
    for (const inner of value) notePrivate(inner, field);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) notePrivate(inner, name);
  }
}

/** Everything that was recorded in this process. */
export const privateStrings = (): ReadonlySet<string> => seen;
