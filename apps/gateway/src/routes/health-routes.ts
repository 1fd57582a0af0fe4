import { createServer, type Server } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Registry } from 'prom-client';
import { sendJson } from '../answers/send-answer.ts';
import { routeMethods } from './route-methods.ts';

interface Deps {
  /** Names of the parts that are away; empty when requests can be served. */
  findMissing: (requestId: string) => Promise<string[]>;
  /** Null: /metrics has its own port. */
  metrics: Registry | null;
}

/** /healthz: the process lives. /readyz: it can serve. /metrics: Prometheus text (operator.md). */
export function addHealthRoutes(app: FastifyInstance, { findMissing, metrics }: Deps): void {
  const health = { GET: (_: unknown, reply: FastifyReply) => sendJson(reply, 200, { ok: true }) };
  routeMethods(app, '/healthz', { ...health, HEAD: health.GET }, { operation: 'healthz' });

  const ready = async (request: { id: string }, reply: FastifyReply) => {
    const missing = await findMissing(request.id);
    return missing.length === 0 ? sendJson(reply, 200, { ok: true }) : sendJson(reply, 503, { ok: false, missing });
  };
  routeMethods(app, '/readyz', { GET: ready, HEAD: ready }, { operation: 'readyz' });

  if (!metrics) return;
  const metricsText = async (_: unknown, reply: FastifyReply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.metrics());
  routeMethods(app, '/metrics', { GET: metricsText }, { operation: 'metrics' });
}

/** /metrics on a port of its own (PARLEY_METRICS_PORT). */
export function startMetricsServer(registry: Registry, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
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
