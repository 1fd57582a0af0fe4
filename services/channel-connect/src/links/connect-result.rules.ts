import type { Channel } from '@parley/common/channels';

/**
 * The error codes of `service_status=error&error=…` (docs/reference/channels.md#connect-links).
 */
const CONNECT_ERRORS = {
  link_expired: 'This link has expired.',
  link_used: 'This link has been used already.',
  tenant_inactive: 'The account behind this link is inactive, so nothing can be connected now.',
  state_mismatch: 'This authorization belongs to an earlier visit of the link.',
  other_browser: 'This authorization began in another browser. Open the link again and finish in the same browser.',
  missing_permissions: 'A permission that is needed for messages was not given.',
  no_page: 'No page that can be used for messages was selected.',
  no_instagram_account: 'None of the selected pages has a professional Instagram account.',
  already_connected: 'The page or account is connected to another customer.',
  provider_error: 'The platform refused the authorization.',
  provider_timeout: 'The platform did not answer in time.',
  interrupted: 'The channel was disconnected while it was being connected.',
  service_unavailable: 'The service is not available at the moment.',
  internal_error: 'Something went wrong.',
} as const;
export type ConnectError = keyof typeof CONNECT_ERRORS;

/** An authorization that does not lead to a connection. */
export class ConnectRefused extends Error {
  readonly code: ConnectError;
  constructor(code: ConnectError, options?: ErrorOptions) {
    super(CONNECT_ERRORS[code], options);
    this.name = 'ConnectRefused';
    this.code = code;
  }
}

/** The outcome of an authorization. */
export type ConnectResult =
  | { status: 'success'; channel: Channel; ids: string[] }
  | { status: 'cancelled' }
  | { status: 'error'; error: ConnectError };

function parametersOf(result: ConnectResult): [string, string][] {
  if (result.status === 'cancelled') return [['service_status', 'cancelled']];
  if (result.status === 'error')
    return [
      ['service_status', 'error'],
      ['error', result.error],
    ];
  return [
    ['service_status', 'success'],
    ['channel', result.channel],
    ['connected', String(result.ids.length)],
    ['ids', result.ids.join(',')],
  ];
}

/**
 * Appends the result to the query of the redirect URL, whose own query and fragment are kept
 * (docs/reference/channels.md#connect-links).
 */
export function appendResult(redirectUrl: string, result: ConnectResult): string {
  const [address = '', ...fragment] = new URL(redirectUrl).href.split(/(?=#)/);
  const added = parametersOf(result).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const glue = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${glue}${added.join('&')}${fragment.join('')}`;
}

/** The same result as a page of Parley, where the redirect URL is no longer allowed. */
export function describeResult(result: ConnectResult): { status: number; title: string; text: string } {
  if (result.status === 'success')
    return { status: 200, title: 'Connected', text: 'The connection is complete. You can close this page.' };
  if (result.status === 'cancelled')
    return { status: 200, title: 'Cancelled', text: 'Nothing was connected. You can close this page.' };
  return { status: 400, title: 'Not connected', text: CONNECT_ERRORS[result.error] };
}
