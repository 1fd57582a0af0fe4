import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SandboxOptions, startSandbox } from '../src/start-sandbox.ts';

/** A webhook as the application under test would receive it. */
export interface Hook {
  path: string;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  body: Record<string, unknown>;
}

/** A sandbox with a small server that records its callbacks. */
export async function openSandbox(options: Partial<SandboxOptions> = {}) {
  const hooks: Hook[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const challenge = new URL(request.url ?? '/', 'http://x').searchParams.get('hub.challenge');
      if (challenge !== null) return response.end(challenge);
      hooks.push({ path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw.toString()) });
      response.statusCode = answers.shift() ?? 200;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe: listening on TCP
  const callbackOrigin = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({
    callbackOrigin,
    metaAppSecret: 'secret',
    metaVerifyToken: 'verify',
    receiptDelayMs: 5,
    retryDelaysMs: [10, 10],
    ...options,
  });

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(sandbox.url + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, text, body: isJson ? JSON.parse(text) : null };
  }
  return {
    sandbox,
    hooks,
    /** Statuses for the next callbacks; 200 afterwards. */
    answers,
    callbackOrigin,
    call,
    graph: (method: string, path: string, body?: unknown, token = 'sandbox-wa-token') =>
      call(method, `/v23.0${path}`, body, { authorization: `Bearer ${token}` }),
    telegram: (method: string, parameters: unknown = {}) =>
      call('POST', `/bot110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1/${method}`, parameters),
    async close() {
      await sandbox.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A provider's documented body. */
export function fixture(path: string) {
  return JSON.parse(readFileSync(new URL(`../fixtures/${path}.json`, import.meta.url), 'utf8'));
}

/**
 * The members of a value and of everything inside it, as sorted paths; an array is represented by its first element.
 */
export function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [`${path}[]`] : shapeOf(value[0], `${path}[]`);
  if (typeof value !== 'object' || value === null) return [`${path}:${typeof value}`];
  return Object.entries(value)
    .flatMap(([name, member]) => shapeOf(member, `${path}.${name}`))
    .sort();
}
