import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** The members of an event's data that tests read; which of them exist depends on the event. */
export interface ArrivedData {
  text?: string;
  message_id?: unknown;
  messages?: readonly { text: string }[];
  conversation?: { id: unknown };
}

/** The fields of a received webhook that tests use. */
export interface Arrival {
  eventId: string;
  event: string;
  data: ArrivedData;
  /** From the event's `created_at` to its arrival. */
  tookMs: number;
}

export type AnswerWebhook = (response: ServerResponse) => void;

/** A customer's server in the test's process: it survives every kill, verifies every signature, and counts arrivals. */
export interface WebhookReceiver {
  url(path: string): string;
  at(path: string): Arrival[];
  /** Arrivals after the first one of an event, over these paths. */
  duplicates(paths: readonly string[]): number;
  /** From now on webhooks to the path must be signed with this secret. */
  expectSecret(path: string, secret: string): void;
  /** Sets how a path answers from now on; the default is 200. */
  answer(path: string, answer: AnswerWebhook): void;
  /** Open requests of a path, now and at most. */
  open(path: string): { now: number; most: number };
  /** Invalid signatures and bodies; empty in a correct system. */
  wrong: string[];
  close(): Promise<void>;
}

function whatIsWrong(raw: string, headers: IncomingHttpHeaders, secret: string): string | null {
  const own = `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
  if (headers['x-service-signature'] !== own) return `x-service-signature of ${raw.slice(0, 80)}`;
  try {
    // safe: verify reads three headers that are never repeated
    new Webhook(secret).verify(raw, headers as Record<string, string>);
    return null;
  } catch (error) {
    return `${error} for ${raw.slice(0, 80)}`;
  }
}

/** Opens a receiver on loopback. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const arrivals = new Map<string, Arrival[]>();
  const answers = new Map<string, AnswerWebhook>();
  const secrets = new Map<string, string>();
  const opened = new Map<string, { now: number; most: number }>();
  const wrong: string[] = [];
  const at = (path: string): Arrival[] => arrivals.get(path) ?? [];
  const open = (path: string) => opened.get(path) ?? { now: 0, most: 0 };

  function keep(path: string, raw: string, headers: IncomingHttpHeaders): void {
    const secret = secrets.get(path);
    const fault = secret === undefined ? `no secret is expected at ${path}` : whatIsWrong(raw, headers, secret);
    if (fault !== null) wrong.push(fault);
    const { id, event, created_at: createdAt, data } = JSON.parse(raw);
    const kept = arrivals.get(path) ?? [];
    arrivals.set(path, kept);
    kept.push({ eventId: id, event, data, tookMs: Date.now() - Date.parse(createdAt) });
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      keep(path, Buffer.concat(parts).toString('utf8'), request.headers);
      const { now, most } = open(path);
      opened.set(path, { now: now + 1, most: Math.max(most, now + 1) });
      response.once('close', () => opened.set(path, { ...open(path), now: open(path).now - 1 }));
      const answer = answers.get(path);
      if (answer) answer(response);
      else response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    at,
    duplicates: (paths) =>
      paths.reduce((sum, path) => sum + at(path).length - new Set(at(path).map(({ eventId }) => eventId)).size, 0),
    expectSecret: (path, secret) => void secrets.set(path, secret),
    answer: (path, answer) => void answers.set(path, answer),
    open,
    wrong,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
