import { logEvent } from './log-event.ts';

/** Linked devices. */
export const DEVICE_EVENTS = {
  'device.unhealthy': logEvent(
    'error',
    'A linked device cannot go on by itself; `reason` is why its connection was closed.',
    'See [linked devices](linked-devices.md).',
  ),
  'device.silent': logEvent(
    'warn',
    'A connected device received nothing for much longer than is usual for it.',
    'See [linked devices](linked-devices.md): check the phone.',
  ),
  'device.restricted': logEvent(
    'warn',
    'The network limits what a device may do; `kind` and `until` say how and until when.',
    'Tell the tenant to send less until it ends.',
  ),
  'device.connect-failed': logEvent(
    'warn',
    'A connection of a device could not be opened; it is tried again with growing pauses.',
    'Read `err`; check the network when many devices fail.',
  ),
  'device.close-failed': logEvent('warn', 'A connection of a device could not be closed in order.', 'Read `err`.'),
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
    'What a device received could not be passed to services/inbound yet; it is stored and tried again.',
    'Check that services/inbound runs.',
  ),
  'device-history.import-failed': logEvent(
    'warn',
    "Messages of a phone's history could not be imported yet; the import is tried again.",
    'Check that services/inbound runs.',
  ),
  'device-history.message-skipped': logEvent(
    'warn',
    "A message of a phone's history could not be stored because of its content; the import goes on without it.",
    'Nothing, unless it happens often.',
  ),
  'device-element.quarantined': logEvent(
    'error',
    'What a device received could not be stored because of its content; it is in the quarantine.',
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
