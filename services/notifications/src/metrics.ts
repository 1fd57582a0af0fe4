import { Counter, type Registry } from 'prom-client';

export interface NotificationMetrics {
  /** Counts a message by way and outcome. */
  count(way: string, outcome: string): void;
}

export function makeNotificationMetrics(registry: Registry): NotificationMetrics {
  const messages = new Counter({
    name: 'parley_notifications_total',
    help: 'Notifications by way and outcome',
    labelNames: ['way', 'outcome'],
    registers: [registry],
  });
  return { count: (way, outcome) => messages.inc({ way, outcome }) };
}
