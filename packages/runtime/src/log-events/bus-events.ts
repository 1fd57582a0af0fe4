import { logEvent, NOTHING } from './log-event.ts';

/** Requests, answers and hints between services, and background duties. */
export const BUS_EVENTS = {
  'bus.unreachable': logEvent(
    'warn',
    'NATS has not accepted the first connection yet; the process waits for it.',
    'Check `NATS_URL` and that NATS runs.',
  ),
  'bus.disconnected': logEvent(
    'warn',
    'The connection to NATS broke; the process reconnects. Requests fail with `service_unavailable` until then.',
    'Check NATS when it lasts.',
  ),
  'bus.reconnected': logEvent('info', 'The connection to NATS is back.', NOTHING),
  'bus.payload-limited': logEvent(
    'warn',
    '`max_payload` of the NATS server is below 4 MB: large webhooks and answers fail.',
    'Raise `max_payload` in the configuration of NATS to 4 MB or more.',
  ),
  'bus-request.unanswered': logEvent(
    'warn',
    'A request on the bus had no answer; `reason` says why: no responder, a timeout, or no connection.',
    'Check that the service in `subject` runs.',
  ),
  'bus-request.oversized': logEvent(
    'error',
    'A request was larger than `max_payload` of the NATS server and was not sent.',
    'Raise `max_payload` of NATS.',
  ),
  'bus-request.malformed': logEvent(
    'warn',
    'A request on the bus did not have the form that every process of Parley sends; it was refused.',
    'Look for other programs on the same NATS server, or for processes of different versions.',
  ),
  'bus-answer.oversized': logEvent(
    'error',
    'An answer was larger than `max_payload` of the NATS server; the caller gets an error.',
    'Raise `max_payload` of NATS.',
  ),
  'bus-answer.failed': logEvent(
    'error',
    'An answer could not be sent; the caller runs into its deadline.',
    'Read `err`.',
  ),
  'subscription.failed': logEvent(
    'error',
    'NATS refused a subscription, so a process does not receive its requests or hints.',
    'Check the permissions of the NATS user for the subject in the line.',
  ),
  'handler.failed': logEvent(
    'error',
    'A service failed with an unexpected error; the caller gets `internal_error`.',
    'Report `err` with its `request_id`.',
  ),
  'handler-error.undeclared': logEvent(
    'error',
    'A service returned an error code that the contract of the operation does not declare.',
    'Report it: a bug.',
  ),
  'hint.unsent': logEvent('debug', 'A hint could not be published. A poll finds the work instead.', NOTHING),
  'hint.malformed': logEvent(
    'warn',
    'A hint was not of its declared form and was dropped.',
    'Look for processes of different versions. A poll finds the work instead.',
  ),
  'hint.failed': logEvent(
    'error',
    'The handler of a hint failed. A poll finds the work instead.',
    'Read `err`; report it when it repeats.',
  ),
  'background-duty.retried': logEvent(
    'info',
    'One round of a background duty failed; it runs again within a second.',
    'Nothing: `background-duty.failed` follows when the next round fails as well.',
  ),
  'background-duty.failed': logEvent(
    'warn',
    'Two or more rounds of a background duty failed in a row; the next round runs as planned.',
    'Read `err` and `duty` ([background work](background-work.md)).',
  ),
} as const;
