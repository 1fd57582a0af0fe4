import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { Carrier } from '@parley/bus/carriers/carrier';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { type AnswerMeta, toWireError } from '@parley/bus/carriers/wire-message';
import type { CallContext } from '@parley/common/call-context';
import type { Camel } from '@parley/common/casing/camel';
import { READING_TOOLS } from '@parley/common/contract/mcp-tools';
import { type AuthenticatedKey, authenticate } from '@parley/common/contracts/internal/authenticate';
import { type LoggedRequest, recordRequests } from '@parley/common/contracts/internal/record-requests';
import { type Contract, subjectOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { parseEnvironment } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import { silentLogger } from '@parley/testing/silent-logger';
import type { z } from 'zod';
import type { DownloadLimits } from '../src/downloads/limit-downloads.ts';
import type { ArrivalLimits } from '../src/make-server.ts';
import { type Gateway, startGateway } from '../src/start-gateway.ts';

export const ADMIN_TOKEN = 'admin-token-for-tests';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the answers of every address
  body: any; // safe: each test asserts the members that it reads
}

export interface Ask {
  key?: string | null;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent unchanged. */
  raw?: string | Buffer;
}

/** One HTTP request with exactly this path, on a separate connection. */
export function callHttp(origin: string, method: string, path: string, ask: Ask = {}): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const payload = ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
  const headers: Record<string, string> = {
    ...(ask.key ? { authorization: `Bearer ${ask.key}` } : {}),
    ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }),
    ...ask.headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ hostname, port, method, path, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = incoming.headers['content-type']?.startsWith('application/json') && text !== '';
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          body: isJson ? JSON.parse(text) : null,
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

/** A service's handler of one request. */
type Handler<I extends z.ZodObject, O extends z.ZodType> = (
  input: Camel<z.output<I>>,
  context: CallContext,
) => Promise<Camel<z.output<O>>>;

/** Metadata that a handler may add to its answer. */
export const metaOf = new WeakMap<object, AnswerMeta>();

/** Serves a contract on the carrier, as its service would; returns a function that stops it. */
export function answerContract<I extends z.ZodObject, O extends z.ZodType>(
  carrier: Carrier,
  contract: Contract<I, O>,
  handler: Handler<I, O>,
) {
  return carrier.serve(subjectOf(contract), contract.service, async (payload) => {
    try {
      const { input, context } = JSON.parse(payload);
      const output = await handler(input, context);
      const meta = typeof output === 'object' && output !== null ? metaOf.get(output) : undefined;
      return JSON.stringify({ ok: true, output, meta });
    } catch (error) {
      return toWireError(error instanceof AppError ? error : new AppError('internal_error', { cause: error }));
    }
  });
}

export const KEY = 'pk_demo';

export const makeKey = (changes: Partial<AuthenticatedKey> = {}): AuthenticatedKey => ({
  tenantId: 1,
  tenantSlug: 'demo',
  instanceId: 'ins_demo000000',
  channels: ['wa', 'tg'],
  rateLimitPerMinute: 100_000,
  mcpEnabled: true,
  mcpTools: [...READING_TOOLS],
  mayRead: true,
  tenantActive: true,
  plan: 'professional',
  ...changes,
});

export interface TestGateway extends Gateway {
  carrier: Carrier;
  /** Keys that the accounts service knows, by the key itself. */
  keys: Map<string, AuthenticatedKey>;
  /** The request log so far; it is written within a second. */
  logged: LoggedRequest[];
  /** The number of key look-ups at the accounts service. */
  lookUps: () => number;
  call(method: string, path: string, ask?: Ask): Promise<Answer>;
  /** A call of `{base_url}?action=…` of the tenant `demo` with its key. */
  action(method: string, action: string, ask?: Ask): Promise<Answer>;
  admin(method: string, path: string, ask?: Ask): Promise<Answer>;
  stop(): Promise<void>;
}

interface Options {
  variables?: Record<string, string>;
  arrival?: ArrivalLimits;
  downloads?: DownloadLimits;
  nowMs?: () => number;
  logger?: Logger;
  /** The folder of the documentation site; there is none when absent. */
  siteDirectory?: string;
  /** Replaces the in-process carrier. */
  carrier?: Carrier;
  /** Shares another gateway's carrier and keys. */
  beside?: TestGateway;
}

const sha256 = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex');

function serveKeys(carrier: Carrier, keys: Map<string, AuthenticatedKey>): () => number {
  let lookUps = 0;
  answerContract(carrier, authenticate, async ({ keyHash }) => {
    lookUps++;
    for (const [key, record] of keys) if ((await sha256(key)) === keyHash) return { key: record };
    return { key: null };
  });
  return () => lookUps;
}

/** A gateway over the in-process carrier, with an accounts service that knows one key of the tenant `demo`. */
export async function openGateway({
  variables,
  nowMs,
  arrival,
  downloads,
  beside,
  carrier = beside?.carrier ?? makeInProcessCarrier(),
  logger = silentLogger,
  siteDirectory = '',
}: Options = {}): Promise<TestGateway> {
  const keys = beside?.keys ?? new Map([[KEY, makeKey()]]);
  const lookUps = beside?.lookUps ?? serveKeys(carrier, keys);
  const logged = beside?.logged ?? [];
  if (!beside)
    answerContract(carrier, recordRequests, async ({ items }) => {
      logged.push(...items);
      return {};
    });
  const environment = parseEnvironment({ PARLEY_PORT: '0', PARLEY_ADMIN_TOKEN: ADMIN_TOKEN, ...variables });
  const replaced = {
    ...(nowMs ? { nowMs } : {}),
    ...(arrival ? { arrival } : {}),
    ...(downloads ? { downloads } : {}),
  };
  const gateway = await startGateway({ environment, carrier, logger, siteDirectory, ...replaced });
  const call = (method: string, path: string, ask?: Ask) => callHttp(gateway.url, method, path, ask);
  return {
    ...gateway,
    carrier,
    keys,
    logged,
    lookUps,
    call,
    action: (method, action, ask) =>
      call(method, `/demo/api/messaging/?action=${action}`, { ...ask, key: ask?.key === undefined ? KEY : ask.key }),
    admin: (method, path, ask) => call(method, `/api/admin${path}`, { ...ask, key: ask?.key ?? ADMIN_TOKEN }),
    async stop() {
      await gateway.close();
      if (!beside) await carrier.close();
    },
  };
}
