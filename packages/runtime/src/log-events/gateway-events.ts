import { logEvent, NOTHING } from './log-event.ts';

/** HTTP requests and connections. */
export const GATEWAY_EVENTS = {
  'request.answered': logEvent('debug', 'A request was answered; `status` and `code` say how.', NOTHING),
  'request.failed': logEvent(
    'error',
    'A request got the response 500, because of an unexpected error.',
    'Report `err` with its `request_id`.',
  ),
  'request.unserved': logEvent(
    'warn',
    'A request got a response from 501 to 599: a provider or a service of Parley failed.',
    'Look up `code` in [the error codes](../errors/README.md); look for other lines with the same `request_id`.',
  ),
  'operator-api.disabled': logEvent(
    'warn',
    'The gateway started without `PARLEY_ADMIN_TOKEN`, so the operator API refuses every request.',
    'Set `PARLEY_ADMIN_TOKEN` where operators need it.',
  ),
  'callback.oversized': logEvent(
    'warn',
    'A provider callback exceeded 4 MiB or the limit of the bus, and got the response 413: nothing of it is stored. Platforms send at most 3 MB.',
    'Check the proxies between the provider and the gateway, and whether someone else calls the address.',
  ),
  'proxy.untrusted': logEvent(
    'warn',
    'Requests arrive through a proxy that `PARLEY_TRUSTED_PROXIES` does not name: all its callers count as one.',
    'Add the address in `proxy` to `PARLEY_TRUSTED_PROXIES` ([gateway](gateway.md)).',
  ),
  'requests.unlogged': logEvent(
    'debug',
    'Requests are missing in the request log: services/accounts did not accept them. The requests themselves got their responses.',
    NOTHING,
  ),
  'audit.unsettled': logEvent(
    'warn',
    'The outcome of a change could not be added to its entry in the audit log, which shows `unknown`, or the changed values could not be read.',
    'Nothing for the change itself; find out why services/accounts or the database was unavailable.',
  ),
  'connections.cut': logEvent(
    'warn',
    'The gateway stops, and requests that took too long lost their connections.',
    'Nothing; callers repeat their requests.',
  ),
} as const;
