import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';

export interface HealthParts {
  /** Whether the process can do its work now; a rejection means no. */
  isReady: () => Promise<boolean>;
  metrics: Registry;
}

function say(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ ok: status === 200 }));
}

/** Time limits for the arrival of a request. */
const ARRIVAL = { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 };

/** Answers /healthz (alive), /readyz (200 or 503) and /metrics (Prometheus) on a port; anything else is 404. */
export function serveHealth(port: number, { isReady, metrics }: HealthParts): Server {
  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === '/healthz') return say(response, 200);
    if (path === '/readyz') return say(response, (await isReady().catch(() => false)) ? 200 : 503);
    if (path !== '/metrics') return say(response, 404);
    const text = await metrics.metrics();
    response.writeHead(200, { 'content-type': metrics.contentType });
    response.end(text);
  }
  return createServer(ARRIVAL, (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    answer(path, response).catch(() => say(response, 500));
  }).listen(port);
}
