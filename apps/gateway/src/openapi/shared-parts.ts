/** A part of an OpenAPI document. */
export type Part = Record<string, unknown>;

export const refTo = (kind: 'headers' | 'parameters' | 'schemas', name: string): Part => ({
  $ref: `#/components/${kind}/${name}`,
});

const text = (description: string, rest: Part = {}): Part => ({ description, schema: { type: 'string', ...rest } });

const NULLABLE_TEXT = { type: ['string', 'null'] };

/** The error body (docs/reference/errors.md#error-body); operations narrow `error` to their own codes. */
const ERROR_BODY: Part = {
  type: 'object',
  description: 'Every error answers this body.',
  required: ['ok', 'error', 'message', 'request_id'],
  properties: {
    ok: { const: false },
    error: { type: 'string', description: 'Code; the list is in docs/errors' },
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
        message: { type: 'string' },
        trace_id: NULLABLE_TEXT,
      },
    },
    retry_after: { type: 'integer', description: 'Seconds; only on 429 and 503' },
    request_id: { type: 'string', description: 'The same as X-Request-Id' },
  },
};

/** Components that operations refer to. */
export const COMPONENTS: Part = {
  schemas: { Error: ERROR_BODY },
  headers: {
    'X-Request-Id': text('Id of this request: name it when you report a problem'),
    'RateLimit-Policy': text('Requests allowed per window of seconds', { examples: ['"default";q=60;w=60'] }),
    RateLimit: text('Requests left, and seconds until one more is allowed', { examples: ['"default";r=59;t=60'] }),
    'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
    'Idempotency-Replayed': text('This is the first answer again', { const: 'true' }),
  },
  parameters: {
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
  },
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'API key; wins when both headers are sent' },
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'API key' },
    adminToken: { type: 'http', scheme: 'bearer', description: 'PARLEY_ADMIN_TOKEN' },
  },
};

export const TAGS: readonly Part[] = [
  { name: 'account', description: 'Key and account' },
  { name: 'messages', description: 'Sending, and what became of it' },
  { name: 'channels', description: 'Connecting, listing, disconnecting' },
  { name: 'sessions', description: 'Linked devices (wd)' },
  { name: 'comments', description: 'Comments on posts and videos (fb, ig, tt)' },
  { name: 'operator', description: 'For the operator: tenants, keys, credit, conversations, deliveries' },
];

export const DESCRIPTION = [
  'Sends and receives messages on several chat channels through one JSON API.',
  '',
  'Every action is reachable in two ways that run the same code: `{base_url}?action=send` and `{base_url}send`,',
  'where `{base_url}` is `{origin}/{tenant}/api/messaging/`. This document describes the second.',
  'Events arrive as signed webhooks; see the section of that name.',
].join('\n');
