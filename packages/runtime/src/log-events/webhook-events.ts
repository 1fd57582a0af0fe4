import { logEvent, NOTHING } from './log-event.ts';

/** Deliveries to customers' webhooks. */
export const WEBHOOK_EVENTS = {
  'delivery.attempted': logEvent(
    'debug',
    'A delivery was attempted; `status` is the HTTP status, `problem` says why there was none.',
    NOTHING,
  ),
  'delivery-attempt.unstored': logEvent(
    'warn',
    'The outcome of an attempt could not be stored; the delivery is made again when the lease of its lane ends.',
    'Read `err`; check PostgreSQL.',
  ),
  'typing.unsent': logEvent(
    'debug',
    'A typing notice could not be sent to the keys that subscribe to it; it is not retried.',
    NOTHING,
  ),
  'webhook.failing': logEvent(
    'warn',
    'A webhook has failed for half of the time after which it is disabled.',
    'Inform the tenant ([webhooks](webhooks.md)).',
  ),
  'webhook.disabled': logEvent(
    'warn',
    'A webhook is paused: its receiver responded with 410, or failed for too long. Its deliveries are kept.',
    'Inform the tenant ([webhooks](webhooks.md)).',
  ),
  'lane.read-failed': logEvent(
    'warn',
    'The due deliveries of a lane could not be read; the lane waits until its lease ends.',
    'Read `err`; check PostgreSQL.',
  ),
  'lane.release-failed': logEvent(
    'warn',
    'The lease of a lane could not be released; the lane waits until it ends.',
    'Read `err`; check PostgreSQL.',
  ),
  'lanes.claim-failed': logEvent(
    'warn',
    'Lanes could not be claimed; the next poll retries.',
    'Read `err`; check PostgreSQL when it repeats.',
  ),
  'lane-leases.renewal-failed': logEvent(
    'warn',
    'The leases of lanes could not be renewed; lanes stop when theirs end.',
    'Read `err`; check PostgreSQL when it repeats.',
  ),
} as const;
