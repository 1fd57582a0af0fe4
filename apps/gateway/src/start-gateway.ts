import type { Server } from 'node:http';
import { performance } from 'node:perf_hooks';
import { makeBusClient } from '@parley/bus/bus-client';
import type { Carrier } from '@parley/bus/carrier';
import { authenticate } from '@parley/common/contracts/internal/authenticate';
import type { Environment } from '@parley/common/environment';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { makeAuthentication } from './authentication/authenticate-key.ts';
import { makeAuthenticateOperator } from './authentication/authenticate-operator.ts';
import { makeFailureLimit } from './authentication/limit-failures.ts';
import { makeBrowserCookie } from './connect-page/browser-secret.ts';
import { makeRequestMetrics } from './count-requests.ts';
import { followConnections } from './drain-connections.ts';
import { makeServer } from './make-server.ts';
import { makeDocument } from './openapi/make-document.ts';
import { startRateLimit } from './rate-limit/start-rate-limit.ts';
import { addConnectRoutes } from './routes/connect-routes.ts';
import { addCustomerRoutes, makeIsEligible } from './routes/customer-routes.ts';
import { addDocsRoutes } from './routes/docs-routes.ts';
import { addHealthRoutes, startMetricsServer } from './routes/health-routes.ts';
import { addHookRoutes } from './routes/hook-routes.ts';
import { addMediaRoutes } from './routes/media-routes.ts';
import { addOperatorRoutes } from './routes/operator-routes.ts';
import { addPairRoutes } from './routes/pair-routes.ts';

/** What a gateway is started with. */
export interface GatewayParts {
  environment: Environment;
  carrier: Carrier;
  logger: Logger;
  /** Where the gateway's metrics are registered; a registry of its own when absent. */
  metrics?: Registry;
  /** A clock in milliseconds that never runs backwards; replaced in tests. */
  nowMs?: () => number;
}

/** A gateway that listens. */
export interface Gateway {
  url: string;
  port: number;
  /** Not ready any more, no new connections; idle ones are ended, running requests are answered, for at most 20 s. */
  close(): Promise<void>;
}

const CLOSE_WITHIN_MS = 20_000;
const READY_WITHIN_MS = 2000;
const NOBODYS_HASH = '0'.repeat(64);

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Starts the HTTP door on PARLEY_HOST and PARLEY_PORT (operator.md; contract §1). */
export async function startGateway(parts: GatewayParts): Promise<Gateway> {
  const { environment, carrier, logger } = parts;
  const nowMs = parts.nowMs ?? (() => performance.now());
  const registry = parts.metrics ?? new Registry();
  const metrics = makeRequestMetrics(registry);
  const bus = makeBusClient(carrier, { logger });
  let closing = false;

  const authentication = makeAuthentication({
    bus,
    nowMs,
    failures: makeFailureLimit(nowMs),
    onFailure: () => metrics.authFailure('key'),
  });
  const authenticateOperator = makeAuthenticateOperator(environment.PARLEY_ADMIN_TOKEN, makeFailureLimit(nowMs), () =>
    metrics.authFailure('operator'),
  );
  const rateLimit = startRateLimit({ bus, carrier, nowMs });

  const findMissing = async (requestId: string): Promise<string[]> => {
    if (closing) return ['gateway'];
    const context = { request_id: requestId, deadline_at: Date.now() + READY_WITHIN_MS };
    const asked = bus.call(authenticate, { key_hash: NOBODYS_HASH }, context);
    return asked.then(
      () => [],
      () => ['accounts'],
    );
  };

  const app = makeServer({ logger, metrics });
  const connections = followConnections(app.server);
  const ownMetricsPort = environment.PARLEY_METRICS_PORT;
  addHealthRoutes(app, { findMissing, metrics: ownMetricsPort === undefined ? registry : null });
  const isEligible = makeIsEligible(environment.PARLEY_ELIGIBLE_PLANS);
  addCustomerRoutes(app, { bus, authentication, limitRate: rateLimit.limitRate, isEligible });
  addOperatorRoutes(app, { bus, authenticateOperator });
  addHookRoutes(app, { bus, metrics });
  const cookie = makeBrowserCookie({ isHttps: environment.PARLEY_PUBLIC_URL?.startsWith('https:') ?? false });
  addConnectRoutes(app, { bus, failures: makeFailureLimit(nowMs), cookie, nowMs });
  await addPairRoutes(app, { bus, failures: makeFailureLimit(nowMs), nowMs });
  addMediaRoutes(app, { bus });
  await addDocsRoutes(app, makeDocument(environment.PARLEY_PUBLIC_URL));

  const url = await app.listen({ host: environment.PARLEY_HOST, port: environment.PARLEY_PORT });
  const metricsServer =
    ownMetricsPort === undefined ? null : await startMetricsServer(registry, environment.PARLEY_HOST, ownMetricsPort);

  return {
    url,
    port: Number(new URL(url).port),
    async close() {
      closing = true;
      const force = setTimeout(() => {
        logger.warn({ connections: connections.open() }, 'Connections were cut off: their requests took too long.');
        app.server.closeAllConnections();
      }, CLOSE_WITHIN_MS);
      const closed = app.close();
      connections.begin();
      await closed;
      clearTimeout(force);
      await rateLimit.close();
      await authentication.close();
      if (metricsServer) await closeServer(metricsServer);
    },
  };
}
