// The operations of the TypeScript SDK (sdks/conformance/README.md), with what every runtime has. They run in the folder
// where the package is installed.
import { ApiError, ConnectionError, createClient, TimeoutError, Webhook, WebhookError } from '@parley/sdk';

let client;

const methodOf = (path) => path.split('.').reduce((at, name) => at[name], client);

/** Methods without input take their options first. */
const WITHOUT_INPUT = new Set(['account.status', 'channels.list', 'channels.capabilities']);
const invoke = (method, input, options) =>
  WITHOUT_INPUT.has(method) ? methodOf(method)(options) : methodOf(method)(input, options);

const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const OPERATIONS = {
  configure({ base_url, api_key, timeout_ms, max_retries }) {
    client = createClient({ baseUrl: base_url, apiKey: api_key, timeoutMs: timeout_ms, maxRetries: max_retries });
    return null;
  },
  call: ({ method, input = {}, idempotency_key }) =>
    invoke(method, input, idempotency_key === undefined ? {} : { idempotencyKey: idempotency_key }),
  async items({ method, input = {} }) {
    const items = [];
    for await (const item of invoke(method, input)) items.push(item);
    return items;
  },
  async pull({ after, from_latest, since, take, limit, warn }) {
    const events = [];
    const warnings = [];
    let cursor = after ?? null;
    const store = {
      load: () => cursor,
      save: (position) => {
        cursor = position;
      },
    };
    for await (const event of client.events.pull({
      cursor: store,
      fromLatest: from_latest,
      since,
      follow: false,
      limit,
      ...(warn ? { onError: ({ code }) => warnings.push(code) } : {}),
    })) {
      if (events.length === take) break;
      events.push(event);
    }
    return { events, cursor, warnings };
  },
  upload: ({ body, name }) => client.files.uploadFile(bytesOf(body), { name }),
  verify: ({ body, headers, secret, scheme, now }) =>
    Webhook.verify(bytesOf(body), headers, secret, {
      ...(scheme ? { scheme } : {}),
      ...(now ? { now: () => new Date(now) } : {}),
    }),
};

function describe(error) {
  if (error instanceof ApiError)
    return {
      kind: 'api',
      code: error.code,
      status: error.status,
      request_id: error.requestId,
      doc_url: error.docUrl,
      details: error.details,
    };
  if (error instanceof WebhookError) return { kind: 'webhook', code: error.problem };
  if (error instanceof ConnectionError) return { kind: 'connection' };
  if (error instanceof TimeoutError) return { kind: 'timeout' };
  return { kind: 'other', code: String(error) };
}

/** Runs the operation of a line; resolves to the line of its answer. */
export async function answerLine(line) {
  const { id, op, ...request } = JSON.parse(line);
  try {
    return JSON.stringify({ id, ok: true, result: await OPERATIONS[op](request) });
  } catch (error) {
    return JSON.stringify({ id, ok: false, error: describe(error) });
  }
}
