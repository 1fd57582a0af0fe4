import { Counter, type Registry } from 'prom-client';

export type NotificationMetrics = ReturnType<typeof makeNotificationMetrics>;

export function makeNotificationMetrics(registry: Registry) {
  const messages = new Counter({
    name: 'parley_notifications_total',
    help: 'Notifications by way and outcome',
    labelNames: ['way', 'outcome'],
    registers: [registry],
  });
  return {
    /** Counts a message by way and outcome. */
    count: (way: string, outcome: string): void => messages.inc({ way, outcome }),
  };
}
