import { logEvent } from './log-event.ts';

/** Bots. */
export const BOT_EVENTS = {
  'bot-turn.failed': logEvent(
    'warn',
    'A turn of a bot could not be run. It is retried two seconds later, here or by another worker.',
    'Read `err`; check PostgreSQL and NATS.',
  ),
} as const;
