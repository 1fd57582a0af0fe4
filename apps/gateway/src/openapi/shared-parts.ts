/** An object of an OpenAPI document. */
export type Part = Record<string, unknown>;

export const refTo = (kind: 'headers' | 'parameters' | 'responses' | 'schemas', name: string): Part => ({
  $ref: `#/components/${kind}/${name}`,
});

const text = (description: string, rest: Part = {}): Part => ({ description, schema: { type: 'string', ...rest } });

const NULLABLE_TEXT = { type: ['string', 'null'] };

const ERROR_EXAMPLE = {
  ok: false,
  error: 'missing_to',
  message: 'to is required.',
  doc_url: 'https://parley.example/docs/errors/#missing_-and-invalid_',
  request_id: 'req_1',
};

/** The error body (docs/reference/errors.md#error-body); operations narrow `error` to their own codes. */
export const ERROR_BODY: Part = {
  type: 'object',
  description: 'Every error answers this body.',
  examples: [ERROR_EXAMPLE],
  required: ['ok', 'error', 'message', 'request_id'],
  properties: {
    ok: { const: false },
    error: refTo('schemas', 'ErrorCode'),
    message: { type: 'string', description: 'For people; of a provider error the provider’s own message' },
    details: {
      type: 'array',
      description: 'Every field problem, in the order of the fields; only on field errors',
      items: {
        type: 'object',
        required: ['field', 'code', 'message'],
        properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    provider: {
      type: 'object',
      description: 'What the provider said; only on 502 and 504',
      required: ['name', 'status', 'code', 'message'],
      properties: {
        name: { enum: ['graph', 'telegram', 'tiktok', 'device'] },
        status: { type: ['integer', 'null'] },
        code: { type: ['integer', 'string', 'null'] },
        subcode: { type: 'integer', description: 'Meta’s finer code, where it gave one' },
        message: { type: 'string' },
        trace_id: NULLABLE_TEXT,
      },
    },
    oldest_after: { type: 'string', description: 'Where to continue; only on invalid_after of an expired position' },
    retry_after: {
      type: 'integer',
      description: 'Seconds; on 429, 503, and 409 account_restricted whose end is known',
    },
    doc_url: { type: 'string', format: 'uri', description: 'Description of the code, on this Parley' },
    request_id: { type: 'string', description: 'The same as X-Request-Id' },
  },
};

/** Headers of answers. */
export const HEADERS: Part = {
  'X-Request-Id': text('Id of this request: name it when you report a problem'),
  'RateLimit-Policy': text('Requests allowed per window of seconds', { examples: ['"default";q=60;w=60'] }),
  RateLimit: text('Requests left, and seconds until one more is allowed', { examples: ['"default";r=59;t=60'] }),
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
  'Parley-Unknown-Fields': text('Fields of the request that the action does not know, such as misspelt ones'),
  'Idempotency-Replayed': text('This is the first answer again', { const: 'true' }),
};

const headerOfEvent = (name: string, description: string): Part => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** Headers of a posted event (docs/reference/events.md#signatures). */
const EVENT_HEADERS: readonly Part[] = [
  headerOfEvent('X-Service-Event', 'Name of the event'),
  headerOfEvent(
    'X-Service-Signature',
    'sha256= and the lowercase hex HMAC-SHA256 of the raw body, keyed with the secret',
  ),
  headerOfEvent('webhook-id', 'Id of the event, the same on every attempt'),
  headerOfEvent('webhook-timestamp', 'Seconds since the epoch, of this attempt'),
  headerOfEvent('webhook-signature', 'Standard Webhooks signatures, separated by spaces'),
];

/** The headers of a posted event, as parameters of its operation. */
export const EVENT_HEADER_REFS: readonly Part[] = EVENT_HEADERS.map(({ name }) => refTo('parameters', String(name)));

/** The receiver's response to a posted event. */
export const RECEIVED: Part = { description: 'Received. Any other answer, or none, makes the event come again.' };

/** Parameters that operations share. */
export const PARAMETERS: Part = {
  tenant: {
    name: 'tenant',
    in: 'path',
    required: true,
    description: 'Slug of the account',
    schema: { type: 'string', pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$' },
    example: 'demo',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Makes a repeat safe for 24 h: the same key and body get the first answer again',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  },
  ...Object.fromEntries(EVENT_HEADERS.map((header) => [header.name, header])),
};
