import { collectDefaultMetrics, type Registry } from 'prom-client';

/** Each look wakes the process: at prom-client's own 10 ms that was half a percent of a core a process. */
const LOOK_AT_LOOP_EVERY_MS = 250;

/** Metrics of the process: CPU, memory, event loop, whose delay is a sample every 250 ms. */
export function collectProcessMetrics(register: Registry, prefix = ''): void {
  collectDefaultMetrics({ register, prefix, eventLoopMonitoringPrecision: LOOK_AT_LOOP_EVERY_MS });
}
