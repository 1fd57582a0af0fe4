import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/**
 * One origin in front of all gateways, like a load balancer: each request goes to the next gateway that accepts
 * connections.
 */
export interface Balancer {
  origin: string;
  /** The open live streams of the console, each with its gateway's origin. */
  liveStreams(): { gateway: string }[];
  close(): void;
}

const LIVE = '/console/trpc/live-events';
/** Hop-by-hop headers. */
const OF_ONE_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);
const passedOn = <Value>(headers: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_HOP.has(name)));

export interface BalancerOptions {
  /** Called for each request with its path and the status of the answer; null if the connection broke before it. */
  answered?: (path: string, status: number | null) => void;
  /** The interval of its health checks: a gateway whose /readyz is not 200 gets no request while another one is ready. */
  checkEveryMs?: number;
}

/** Opens a balancer in front of gateways. */
export async function openBalancer(
  gateways: readonly string[],
  { answered, checkEveryMs }: BalancerOptions = {},
): Promise<Balancer> {
  const live = new Map<ServerResponse, { gateway: string }>();
  const unready = new Set<string>();
  let turn = 0;

  function check(): void {
    for (const gateway of gateways) {
      const note = (isReady: boolean): void => void (isReady ? unready.delete(gateway) : unready.add(gateway));
      request(`${gateway}/readyz`, { agent: false }, (given) => note(given.resume().statusCode === 200))
        .once('error', () => note(false))
        .end();
    }
  }
  const checks = checkEveryMs === undefined ? undefined : setInterval(check, checkEveryMs);

  /** All gateways: ready ones first, each of them first in turn. */
  function gatewaysInTurn(): string[] {
    const first = turn++ % gateways.length;
    const all = [...gateways.slice(first), ...gateways.slice(0, first)];
    return [...all.filter((gateway) => !unready.has(gateway)), ...all.filter((gateway) => unready.has(gateway))];
  }

  /**
   * If a connection is refused, nothing was sent, so the next gateway may take the request; other failures are passed
   * on.
   */
  function pass(asked: IncomingMessage, answer: ServerResponse, body: Buffer, [gateway, ...others]: string[]): void {
    const path = asked.url ?? '';
    if (gateway === undefined) {
      answered?.(path, 502);
      return void answer.writeHead(502).end();
    }
    const options = { method: asked.method, headers: passedOn(asked.headers), agent: false } as const;
    const outward = request(`${gateway}${asked.url}`, options, (given) => {
      answered?.(path, given.statusCode ?? 502);
      answer.writeHead(given.statusCode ?? 502, passedOn(given.headers));
      if (asked.url?.startsWith(LIVE)) live.set(answer, { gateway });
      pipeline(given, answer, () => live.delete(answer));
    });
    outward.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return pass(asked, answer, body, others);
      // A caller that has disconnected is no failure.
      if (!answer.headersSent && !answer.closed) answered?.(path, null);
      answer.destroy();
    });
    answer.once('close', () => outward.destroy());
    outward.end(body);
  }

  const server = createServer((asked, answer) => {
    buffer(asked)
      .then((body) => pass(asked, answer, body, gatewaysInTurn()))
      .catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe: it listens on a port
  return {
    origin: `http://127.0.0.1:${port}`,
    liveStreams: () => [...live.values()],
    close() {
      clearInterval(checks);
      server.closeAllConnections();
      server.close();
    },
  };
}
