import { Counter, Histogram, type Registry } from 'prom-client';

const LATENCY_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

/** The gateway's metrics. */
export type RequestMetrics = ReturnType<typeof makeRequestMetrics>;

/** Registers the gateway's metrics. */
export function makeRequestMetrics(registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: 'parley_http_requests_total',
    help: 'Requests by action or route and status',
    labelNames: ['operation', 'status'],
    registers,
  });
  const latency = new Histogram({
    name: 'parley_http_request_seconds',
    help: 'Time from the request to its answer',
    labelNames: ['operation'],
    buckets: LATENCY_BUCKETS_S,
    registers,
  });
  const authFailures = new Counter({
    name: 'parley_auth_failures_total',
    help: 'Refused API keys, admin tokens and sessions of the console',
    labelNames: ['kind'],
    registers,
  });
  const signatureFailures = new Counter({
    name: 'parley_callback_signature_failures_total',
    help: 'Provider callbacks with a wrong signature or secret',
    labelNames: ['provider'],
    registers,
  });
  const unlogged = new Counter({
    name: 'parley_requests_unlogged_total',
    help: 'Requests that are missing in the request log, because too many waited or accounts did not answer',
    registers,
  });
  return {
    request(operation: string, status: number, seconds: number) {
      requests.inc({ operation, status: String(status) });
      latency.observe({ operation }, seconds);
    },
    authFailure: (kind: 'key' | 'operator' | 'session') => authFailures.inc({ kind }),
    signatureFailure: (provider: string) => signatureFailures.inc({ provider }),
    /** Requests that were not written to the request log. */
    requestsUnlogged: (count: number) => unlogged.inc(count),
  };
}
