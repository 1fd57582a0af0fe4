import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the provider received. */
export interface SeenCall {
  path: string;
  token: string;
  /** Parsed JSON; a form as text. */
  body: unknown;
}

/** An answer with this HTTP status, an acceptance, or no answer. */
export type ScriptedAnswer = { status?: number; body: unknown } | 'accept' | 'hang up';

/** Graph and TikTok on a free loopback port: accepts every send with a new id, unless an answer is scripted. */
export interface PeopleProvider extends AsyncDisposable {
  url: string;
  calls(path?: string): SeenCall[];
  /** Scripts the next answers of a path; `during` runs before the next one is sent. */
  script(path: string, ...answers: ScriptedAnswer[]): void;
  during(work: (accepted: string) => Promise<void>): void;
  /** The file at `/files/<name>`. */
  files: Map<string, { type: string; bytes: Buffer }>;
  /** The address in Graph's answer to a private reply. */
  recipientOfReply: string;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('latin1');
}

export async function startPeopleProvider(): Promise<PeopleProvider> {
  const calls: SeenCall[] = [];
  const scripted = new Map<string, ScriptedAnswer[]>();
  let meanwhile: ((accepted: string) => Promise<void>) | null = null;
  let made = 0;

  function accept(path: string, body: { recipient?: { id?: string } }, id: string): unknown {
    if (path === '/open_api/v1.3/business/message/media/upload/')
      return { code: 0, message: 'OK', data: { media_id: id } };
    if (path === '/open_api/v1.3/business/message/capabilities/get/')
      return { code: 0, data: { capability_infos: [{ capability_type: 'IMAGE_SEND', capability_result: true }] } };
    if (path.startsWith('/open_api/')) return { code: 0, message: 'OK', data: { message: { message_id: id } } };
    return { recipient_id: body.recipient?.id ?? provider.recipientOfReply, message_id: id };
  }

  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname;
    const file = provider.files.get(path.replace('/files/', ''));
    if (path.startsWith('/files/')) {
      response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.bytes);
      return;
    }
    const text = await textOf(request);
    const isJson = request.headers['content-type'] === 'application/json';
    const body = isJson ? JSON.parse(Buffer.from(text, 'latin1').toString('utf8')) : text;
    const token = request.headers['access-token'] ?? request.headers.authorization?.replace('Bearer ', '') ?? '';
    calls.push({ path, token: String(token), body });
    const next = scripted.get(path)?.shift();
    const id = `mid.${++made}.${'x'.repeat(150)}`;
    if (meanwhile !== null) {
      const work = meanwhile;
      meanwhile = null;
      await work(id);
    }
    if (next === 'hang up') {
      request.socket.destroy();
      return;
    }
    const answer: { status?: number; body: unknown } =
      next === undefined || next === 'accept' ? { body: accept(path, body, id) } : next;
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe: listens on TCP

  const provider: PeopleProvider = {
    url: `http://127.0.0.1:${port}`,
    calls: (path) => calls.filter((call) => path === undefined || call.path === path),
    script: (path, ...answers) => void scripted.set(path, answers),
    during(work) {
      meanwhile = work;
    },
    files: new Map(),
    recipientOfReply: '7000000000000009',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}
