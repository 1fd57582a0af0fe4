import { logEvent } from './log-event.ts';

/** Linked devices. */
export const DEVICE_EVENTS = {
  'device.unhealthy': logEvent(
    'error',
    'A linked device cannot recover automatically; `reason` is the reason why its connection was closed.',
    'See [linked devices](linked-devices.md).',
  ),
  'device.silent': logEvent(
    'warn',
    'A connected device has received nothing for much longer than usual.',
    'See [linked devices](linked-devices.md): check the phone.',
  ),
  'device.new-chats-short': logEvent(
    'error',
    'The network lets an account begin only a few more chats in this cycle (`used` of `total`), or none.',
    'Ask the tenant to write less to people who have not written, until the cycle ends.',
  ),
  'device.restricted': logEvent(
    'warn',
    'The network limits a device; `kind` is the limit, `until` its end.',
    'Ask the tenant to send less until it ends.',
  ),
  'device.connect-failed': logEvent(
    'warn',
    'A connection of a device could not be opened; it is retried with backoff.',
    'Read `err`; check the network when many devices fail.',
  ),
  'device.proxy-failed': logEvent(
    'warn',
    'The proxy of a device opened no connection to the network; the device is never connected without it, and retries with backoff.',
    'Read `err`: check that the proxy runs, and ask the tenant to check its address, user name and password.',
  ),
  'device.close-failed': logEvent('warn', 'A connection of a device could not be closed cleanly.', 'Read `err`.'),
  'device.lease-lost': logEvent(
    'warn',
    'This worker no longer holds the lease of a device and closed its connection. Another worker may hold it.',
    'Check PostgreSQL and the load of this process when it repeats.',
  ),
  'device-state.unstored': logEvent(
    'warn',
    "A change of a device's state could not be stored; this worker gives up its lease.",
    'Read `err`.',
  ),
  'device-health.unstored': logEvent('warn', 'The health of a device could not be stored.', 'Read `err`.'),
  'device-event.unread': logEvent(
    'warn',
    'An event of the client library could not be read; it is left out.',
    'Report `err`.',
  ),
  'device-items.forward-failed': logEvent(
    'warn',
    'Items that a device received could not be passed to services/inbound yet; they are stored and retried.',
    'Check that services/inbound runs.',
  ),
  'device-history.import-failed': logEvent(
    'warn',
    "Messages of a phone's history could not be imported yet; the import is retried.",
    'Check that services/inbound runs.',
  ),
  'device-history.message-skipped': logEvent(
    'warn',
    "A message of a phone's history could not be stored because of its content; the import continues without it.",
    'Nothing, unless it happens often.',
  ),
  'device-element.quarantined': logEvent(
    'error',
    'An element that a device received could not be stored because of its content; it is in the quarantine.',
    'See [quarantine](quarantine.md).',
  ),
  'device-leases.release-failed': logEvent(
    'warn',
    'A worker that stops could not release its leases; they end by themselves after 15 s.',
    'Read `err`.',
  ),
  'device-leases.confirm-failed': logEvent(
    'warn',
    "After its database connection broke, a worker could not confirm its devices' leases yet.",
    'Read `err`; check PostgreSQL.',
  ),
  'pairing-worker.leave-failed': logEvent(
    'warn',
    'A worker that stops could not remove itself from the list of workers; the others remove it.',
    'Read `err`.',
  ),
} as const;
