import { BOT_EVENTS } from '../log-events/bot-events.ts';
import { BUS_EVENTS } from '../log-events/bus-events.ts';
import { CHANNEL_EVENTS } from '../log-events/channel-events.ts';
import { DATABASE_EVENTS } from '../log-events/database-events.ts';
import { DEVICE_EVENTS } from '../log-events/device-events.ts';
import { FILE_EVENTS } from '../log-events/file-events.ts';
import { GATEWAY_EVENTS } from '../log-events/gateway-events.ts';
import type { LogEventEntry } from '../log-events/log-event.ts';
import { NOTIFICATION_EVENTS } from '../log-events/notification-events.ts';
import { PROCESS_EVENTS } from '../log-events/process-events.ts';
import { SEND_EVENTS } from '../log-events/send-events.ts';
import { WEBHOOK_EVENTS } from '../log-events/webhook-events.ts';

/**
 * Every kind of log line by its stable name: `noun.verb-in-past`, lower case. docs/operations/log-events.md is generated
 * from it.
 */
export const LOG_EVENTS = {
  ...PROCESS_EVENTS,
  ...GATEWAY_EVENTS,
  ...BUS_EVENTS,
  ...DATABASE_EVENTS,
  ...CHANNEL_EVENTS,
  ...SEND_EVENTS,
  ...DEVICE_EVENTS,
  ...WEBHOOK_EVENTS,
  ...NOTIFICATION_EVENTS,
  ...BOT_EVENTS,
  ...FILE_EVENTS,
} as const satisfies Readonly<Record<string, LogEventEntry>>;

/** The same events under the headings of their page. */
export const LOG_EVENT_GROUPS: Readonly<Record<string, Readonly<Record<string, LogEventEntry>>>> = {
  Processes: PROCESS_EVENTS,
  Gateway: GATEWAY_EVENTS,
  Bus: BUS_EVENTS,
  Database: DATABASE_EVENTS,
  'Channels and comments': CHANNEL_EVENTS,
  'Outbound messages': SEND_EVENTS,
  'Linked devices': DEVICE_EVENTS,
  'Webhook deliveries': WEBHOOK_EVENTS,
  Notifications: NOTIFICATION_EVENTS,
  Bots: BOT_EVENTS,
  Files: FILE_EVENTS,
};

export type LogEvent = keyof typeof LOG_EVENTS;

/** The events that are written at a level. */
export type LogEventAt<L extends LogEventEntry['level']> = {
  [E in LogEvent]: (typeof LOG_EVENTS)[E]['level'] extends L ? E : never;
}[LogEvent];
