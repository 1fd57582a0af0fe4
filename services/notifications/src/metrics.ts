import { Counter, type Registry } from 'prom-client';

/** Counts messages by way and outcome. */
export function makeNotificationMetrics(registry: Registry): { count(way: string, outcome: string): void } {
  const messages = new Counter({
    name: 'parley_notifications_total',
    help: 'Notifications by way and outcome',
    labelNames: ['way', 'outcome'],
    registers: [registry],
  });
  return { count: (way, outcome) => messages.inc({ way, outcome }) };
}
