import type { Server } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { makeBusClient } from '@parley/bus/bus-client';
import type { Carrier } from '@parley/bus/carriers/carrier';
import { authenticate } from '@parley/common/contracts/internal/authenticate';
import { ERROR_PAGE } from '@parley/common/errors/error-pages';
import { sessionChanged } from '@parley/common/hints';
import { makeId } from '@parley/common/ids';
import { type Environment, publicUrlOf } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import { makeStopList, type StopList } from '@parley/runtime/turns/stop-in-order';
import { Registry } from 'prom-client';
import { type IsIn, isPrivate, makeIsIn } from './addresses/address-network.ts';
import { makeFindClient, noticeForgottenProxy } from './addresses/find-client.ts';
import { leadToPublicName } from './addresses/lead-to-public-name.ts';
import { makeAudited } from './audit/keep-audit.ts';
import { makeNoteRead } from './audit/note-reads.ts';
import { makeAuthentication } from './authentication/authenticate-key.ts';
import { hashAdminToken, makeAuthenticateOperator } from './authentication/authenticate-operator.ts';
import { makeFailureLimit } from './authentication/limit-failures.ts';
import { makeBrowserCookie } from './browser-cookie.ts';
import { makeIsEligible } from './callers/eligible-plans.ts';
import { makeAuthenticateMember } from './console/authenticate-member.ts';
import { listenToChanges } from './console/live/follow-changes.ts';
import { makeFollowEvents } from './console/live/follow-events.ts';
import { makeLiveStreams } from './console/live/live-streams.ts';
import { startPresence } from './console/presence/start-presence.ts';
import { makeRequestMetrics } from './count-requests.ts';
import { makeDemoGate } from './demo/demo-gate.ts';
import type { DemoHost } from './demo/demo-host.ts';
import { addDemoRoutes } from './demo/demo-routes.ts';
import { type DownloadLimits, makeDownloads } from './downloads/limit-downloads.ts';
import { followConnections } from './drain-connections.ts';
import { makeBodyRoom, type RoomLimits } from './input/body-room.ts';
import { makeUnverifiedBodies } from './input/unverified-bodies.ts';
import { type ArrivalLimits, makeServer } from './make-server.ts';
import { makeCallTurns } from './pipeline/call-turns.ts';
import { startRateLimit } from './rate-limit/start-rate-limit.ts';
import { makeRequestLog } from './request-log/request-log.ts';
import { addConnectRoutes } from './routes/connect-routes.ts';
import { addConsolePageRoutes } from './routes/console-page-routes.ts';
import { addConsoleRoutes } from './routes/console-routes.ts';
import { addCustomerRoutes } from './routes/customer-routes.ts';
import { addDocsRoutes } from './routes/docs-routes.ts';
import { addHealthRoutes, startMetricsServer } from './routes/health-routes.ts';
import { addHookRoutes } from './routes/hook-routes.ts';
import { addMcpRoutes } from './routes/mcp-routes.ts';
import { addMediaRoutes } from './routes/media-routes.ts';
import { addOperatorRoutes } from './routes/operator-routes.ts';
import { addPairRoutes } from './routes/pair-routes.ts';
import { addRecipientRoutes } from './routes/recipient-routes.ts';
import { addTrpcRoutes } from './routes/trpc-routes.ts';
import { builtSite } from './site/open-site.ts';

export interface GatewayParts {
  environment: Environment;
  carrier: Carrier;
  logger: Logger;
  /** Registry for the gateway's metrics; a new one when absent. */
  metrics?: Registry;
  /** How long a request may take to arrive; replaced in tests. */
  arrival?: ArrivalLimits;
  /** The limits of downloads; replaced in tests. */
  downloads?: DownloadLimits;
  /** A clock in milliseconds that never runs backwards; replaced in tests. */
  nowMs?: () => number;
  /** The part of a public demo that knows the sandbox; required with PARLEY_DEMO. */
  demo?: DemoHost;
  /** The folder of the documentation site; the built one when absent. */
  siteDirectory?: string;
}

/** A running gateway. */
export interface Gateway {
  url: string;
  port: number;
  /**
   * Stops: reports not ready for PARLEY_DRAIN_SECONDS, then refuses new connections, closes idle ones, and finishes
   * running requests for at most 20 s.
   */
  close(): Promise<void>;
}

/** Memory for bodies of senders who are not signed in: 256 of the largest ones. */
const STRANGERS_ROOM: RoomLimits = { maxBytes: 16 * 1024 * 1024, maxBytesPerNetwork: 4 * 1024 * 1024 };
const CLOSE_WITHIN_MS = 20_000;
const READY_WITHIN_MS = 2000;
/** Exceeds the validity of a link and the time that a person spends in a dialog. */
const CONNECT_COOKIE_SECONDS = 3600;
/** The longest lifetime of a session; services/accounts decides when it expires. */
const SESSION_COOKIE_SECONDS = 30 * 24 * 3600;
/** How long services/accounts remembers a device after its last sign-in. */
const DEVICE_COOKIE_SECONDS = 180 * 24 * 3600;
const NOBODYS_HASH = '0'.repeat(64);
const LOCAL_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/**
 * Whether /metrics is on the main port, for processes of this machine: only without a separate port, and while the
 * public URL is this machine. Otherwise a local proxy that adds no header would look like Prometheus.
 */
const servesMetrics = ({ PARLEY_METRICS_PORT: own, PARLEY_PUBLIC_URL: origin }: Environment): boolean =>
  own === undefined && (origin === undefined || LOCAL_NAMES.has(new URL(origin).hostname));

/**
 * Starts the HTTP server on PARLEY_HOST and PARLEY_PORT (docs/reference/requests.md#address). If that fails, it stops
 * what it has started.
 */
export async function startGateway(parts: GatewayParts): Promise<Gateway> {
  const stops = makeStopList((part, err) =>
    parts.logger.error('part.stop-failed', { err, part }, 'A part of the gateway failed to stop.'),
  );
  try {
    return await openGateway(parts, stops);
  } catch (error) {
    await stops.run();
    throw error;
  }
}

async function openGateway(parts: GatewayParts, stops: StopList): Promise<Gateway> {
  const { environment, carrier, logger, arrival } = parts;
  const nowMs = parts.nowMs ?? (() => performance.now());
  const registry = parts.metrics ?? new Registry();
  const metrics = makeRequestMetrics(registry);
  const bus = makeBusClient(carrier, { logger });
  let closing = false;

  const isTrusted = makeIsIn(environment.PARLEY_TRUSTED_PROXIES);
  /** Whether an address has more than one caller. */
  const isShared: IsIn = (address) => isPrivate(address) || isTrusted(address);
  const limitFailures = () => makeFailureLimit(nowMs, isShared);
  const authentication = makeAuthentication({
    bus,
    nowMs,
    failures: limitFailures(),
    onFailure: () => metrics.authFailure('key'),
  });
  stops.add('authentication', authentication.close);
  const authenticateOperator = makeAuthenticateOperator(environment.PARLEY_ADMIN_TOKEN, limitFailures(), () =>
    metrics.authFailure('operator'),
  );
  const adminTokenHash = hashAdminToken(environment.PARLEY_ADMIN_TOKEN);
  const rateLimit = startRateLimit({ bus, carrier, nowMs });
  stops.add('rate limit', rateLimit.close);

  const findMissing = async (requestId: string): Promise<string[]> => {
    if (closing) return ['gateway'];
    const context = { requestId, deadlineAt: Date.now() + READY_WITHIN_MS };
    const asked = bus.call(authenticate, { keyHash: NOBODYS_HASH }, context);
    return asked.then(
      () => [],
      () => ['accounts'],
    );
  };

  const requestLog = makeRequestLog({
    bus,
    logger,
    onDropped: metrics.requestsUnlogged,
    requestId: () => makeId('req'),
  });
  stops.add('request log', requestLog.close);
  const app = makeServer({
    logger,
    metrics,
    requestLog,
    errorPage: `${publicUrlOf(environment)}${ERROR_PAGE}`,
    findClient: noticeForgottenProxy(makeFindClient(isTrusted), {
      isTrusted,
      isPrivate,
      warn: (peer) =>
        logger.warn(
          'proxy.untrusted',
          { proxy: peer },
          'Requests come through a proxy that PARLEY_TRUSTED_PROXIES does not name: all its callers count as one.',
        ),
    }),
    isShared,
    nowMs,
    ...(arrival ? { arrival } : {}),
  });
  const connections = followConnections(app.server);
  const ownMetricsPort = environment.PARLEY_METRICS_PORT;
  addHealthRoutes(app, { findMissing, metrics: servesMetrics(environment) ? registry : null });
  const publicUrl = publicUrlOf(environment);
  leadToPublicName(app, publicUrl);
  const isEligible = makeIsEligible(environment.PARLEY_ELIGIBLE_PLANS);
  const audited = makeAudited({ bus, logger });
  const apiAccess = { bus, audited, isShared };
  const noteRead = makeNoteRead({ bus, nowMs });
  const demo = environment.PARLEY_DEMO
    ? makeDemoGate({ nowMs, perAddress: environment.PARLEY_DEMO_PER_ADDRESS })
    : undefined;
  const { limitRate } = rateLimit;
  const customerAccess = { ...apiAccess, noteRead, authentication, limitRate, isEligible, demo };
  addCustomerRoutes(app, { ...customerAccess, servesEvolution: environment.PARLEY_EVOLUTION_API });
  addMcpRoutes(app, { ...customerAccess, publicUrl });
  addOperatorRoutes(app, { ...apiAccess, authenticateOperator });
  addTrpcRoutes(app, { ...customerAccess, authenticateOperator });
  const strangers = makeBodyRoom(STRANGERS_ROOM, isShared);
  addHookRoutes(app, { bus, metrics, unverified: makeUnverifiedBodies({ nowMs, isShared }), publicUrl });
  const isHttps = environment.PARLEY_PUBLIC_URL?.startsWith('https:') ?? false;
  const cookie = makeBrowserCookie({ name: 'parley_connect', keptSeconds: CONNECT_COOKIE_SECONDS, isHttps });
  const sessionCookie = makeBrowserCookie({ name: 'parley_session', keptSeconds: SESSION_COOKIE_SECONDS, isHttps });
  const deviceCookie = makeBrowserCookie({ name: 'parley_device', keptSeconds: DEVICE_COOKIE_SECONDS, isHttps });
  const members = makeAuthenticateMember({
    bus,
    nowMs,
    failures: limitFailures(),
    adminTokenHash,
    onFailure: () => metrics.authFailure('session'),
  });
  stops.add('sessions', members.close);
  const streams = makeLiveStreams();
  const presence = startPresence({ bus, nowMs });
  stops.add('presence', presence.close);
  const changes = listenToChanges(bus, nowMs);
  stops.add('inbox changes', changes.close);
  const sessionsHeard = bus.onHint(sessionChanged, streams.wake);
  stops.add('session changes', () => sessionsHeard.drain());
  addConsoleRoutes(app, {
    ...apiAccess,
    strangers,
    turns: makeCallTurns(),
    members,
    limitRate,
    demo,
    cookie: sessionCookie,
    deviceCookie,
    publicUrl,
    authenticateOperator,
    adminTokenHash,
    streams,
    presence,
    followEvents: makeFollowEvents({ bus, streams, presence, changes }),
  });
  await addConnectRoutes(app, { bus, failures: limitFailures(), cookie, strangers, publicUrl, nowMs });
  await addPairRoutes(app, { bus, strangers, failures: limitFailures(), nowMs });
  addRecipientRoutes(app, { bus, strangers, failures: limitFailures(), nowMs });
  const downloads = makeDownloads({ nowMs, isShared, ...parts.downloads });
  const visitors =
    demo && parts.demo
      ? addDemoRoutes(app, {
          host: parts.demo,
          gate: demo,
          members,
          cookie: sessionCookie,
          publicUrl,
          minutes: environment.PARLEY_DEMO_MINUTES,
        })
      : undefined;
  addMediaRoutes(app, { bus, downloads, admit: visitors?.admitFile });
  const hasDocs = await addDocsRoutes(app, {
    siteDirectory: parts.siteDirectory ?? builtSite(),
    async makeDocument(audience) {
      const documents = await import('./openapi/make-document.ts');
      const make = audience === 'customer' ? documents.makeCustomerDocument : documents.makeOperatorDocument;
      return make(environment.PARLEY_PUBLIC_URL);
    },
  });
  await addConsolePageRoutes(app, { publicUrl, sandboxUrl: environment.PARLEY_SANDBOX_PUBLIC_URL, hasDocs });

  async function closeServers(): Promise<void> {
    const force = setTimeout(() => {
      const fields = { connections: connections.open() };
      logger.warn('connections.cut', fields, 'Connections were closed: their requests took too long.');
      app.server.closeAllConnections();
    }, CLOSE_WITHIN_MS);
    const closed = app.close();
    streams.close();
    connections.begin();
    await closed;
    clearTimeout(force);
  }
  stops.add('downloads', downloads.close);
  stops.add('server', closeServers);

  const url = await app.listen({ host: environment.PARLEY_HOST, port: environment.PARLEY_PORT });
  const metricsServer =
    ownMetricsPort === undefined ? null : await startMetricsServer(registry, environment.PARLEY_HOST, ownMetricsPort);

  return {
    url,
    port: Number(new URL(url).port),
    async close() {
      closing = true;
      const { PARLEY_DRAIN_SECONDS: drainSeconds } = environment;
      if (drainSeconds > 0) await pause(drainSeconds * 1000);
      await stops.run();
      if (metricsServer) await closeServer(metricsServer);
    },
  };
}
