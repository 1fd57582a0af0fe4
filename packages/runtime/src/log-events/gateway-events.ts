import { logEvent, NOTHING } from './log-event.ts';

/** HTTP requests and connections. */
export const GATEWAY_EVENTS = {
  'request.answered': logEvent('debug', 'A request was answered; `status` and `code` say how.', NOTHING),
  'request.failed': logEvent(
    'error',
    'A request was answered with 500: an error that nobody expected.',
    'Report `err` with its `request_id`.',
  ),
  'request.unserved': logEvent(
    'warn',
    'A request was answered with 501 to 599: a provider or a part of Parley did not do its work.',
    'Look up `code` in [the error codes](../errors/README.md); look for other lines with the same `request_id`.',
  ),
  'operator-api.disabled': logEvent(
    'warn',
    'The gateway started without `PARLEY_ADMIN_TOKEN`, so nobody can use the operator API.',
    'Set `PARLEY_ADMIN_TOKEN` where operators need it.',
  ),
  'callback.oversized': logEvent(
    'warn',
    'A provider callback was over 4 MiB, or over what the bus carries, and was answered with 413: nothing of it is stored. Platforms send no larger one than 3 MB.',
    'Look at what stands between the provider and the gateway, or who else calls the address.',
  ),
  'proxy.untrusted': logEvent(
    'warn',
    'Requests arrive through a proxy that `PARLEY_TRUSTED_PROXIES` does not name: all its callers count as one.',
    'Add the address in `proxy` to `PARLEY_TRUSTED_PROXIES` ([gateway](gateway.md)).',
  ),
  'requests.unlogged': logEvent(
    'debug',
    'Requests are missing in the request log: services/accounts did not take them. They were answered all the same.',
    NOTHING,
  ),
  'audit.unsettled': logEvent(
    'warn',
    'The outcome of a change could not be added to its entry in the audit log, which shows `unknown`, or what it changed could not be read.',
    'Nothing for the change itself; look why services/accounts or the database was away.',
  ),
  'connections.cut': logEvent(
    'warn',
    'The gateway stops, and requests that took too long lost their connections.',
    'Nothing; callers repeat their requests.',
  ),
} as const;
