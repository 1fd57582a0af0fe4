import { createServer, type Server } from 'node:http';
import { AppError } from '@parley/common/errors';
import { hostnameOf, isFixedHostname } from '@parley/common/values/host-names';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { isLoopback } from '../addresses/address-network.ts';
import { sendJson } from '../answers/send-answer.ts';
import { routeMethods } from './route-methods.ts';

interface Deps {
  /** Names of the dependencies that do not respond; empty when requests can be served. */
  findMissing: (requestId: string) => Promise<string[]>;
  /** Null when /metrics is not served here. */
  metrics: Registry | null;
}

/** Headers that proxies add; a request with one of them did not originate on this machine. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'via'];

/** False for a page in a browser of this machine whose name resolves here (DNS rebinding): it sends its own name. */
const namesAddress = (host: string | undefined): boolean => isFixedHostname(hostnameOf(host) ?? '');

const isDirect = ({ headers, socket }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress) &&
  namesAddress(headers.host) &&
  PROXY_HEADERS.every((name) => headers[name] === undefined);

/**
 * /healthz: the process lives. /readyz: it can serve. /metrics: Prometheus text, only for processes of this machine
 * (docs/reference/installation.md#health-and-metrics).
 */
export function addHealthRoutes(app: FastifyInstance, { findMissing, metrics }: Deps): void {
  const health = { GET: (_: unknown, reply: FastifyReply) => sendJson(reply, 200, { ok: true }) };
  routeMethods(app, '/healthz', { ...health, HEAD: health.GET }, { operation: 'healthz' });

  const ready = async (request: { id: string }, reply: FastifyReply) => {
    const missing = await findMissing(request.id);
    return missing.length === 0 ? sendJson(reply, 200, { ok: true }) : sendJson(reply, 503, { ok: false, missing });
  };
  routeMethods(app, '/readyz', { GET: ready, HEAD: ready }, { operation: 'readyz' });

  if (!metrics) return;
  const metricsText = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isDirect(request)) throw new AppError('unknown_route');
    return reply.header('content-type', metrics.contentType).send(await metrics.metrics());
  };
  routeMethods(app, '/metrics', { GET: metricsText }, { operation: 'metrics' });
}

/** How long a request may take to arrive. */
const ARRIVAL = { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 };

/** /metrics on a separate port (PARLEY_METRICS_PORT). */
export function startMetricsServer(registry: Registry, host: string, port: number): Promise<Server> {
  const server = createServer(ARRIVAL, (request, response) => {
    request.resume();
    const path = request.url?.split('?')[0];
    if (path !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
