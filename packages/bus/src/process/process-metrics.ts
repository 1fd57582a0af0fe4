import { collectDefaultMetrics, type Registry } from 'prom-client';

/** Each sample wakes the process: prom-client's default of 10 ms costs 0.5% of a core per process. */
const LOOK_AT_LOOP_EVERY_MS = 250;

/** Process metrics: CPU, memory and the event loop delay, sampled every 250 ms. */
export function collectProcessMetrics(register: Registry, prefix = ''): void {
  collectDefaultMetrics({ register, prefix, eventLoopMonitoringPrecision: LOOK_AT_LOOP_EVERY_MS });
}
