import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { at } from '@parley/common/at';
import type { Channel } from '@parley/common/channels';
import type { BrowserStep, ConnectWay } from '@parley/common/contracts/internal/connect-link';
import type { DialogProvider, LinkTarget } from './dialog.rules.ts';

export interface NewLink extends LinkTarget {
  tokenHash: Buffer;
  tenantId: number;
  instanceId: string;
  redirectUrl: string;
  createdAt: Date;
  expiresAt: Date;
}

/** The state of a link. */
export interface ConnectLink extends LinkTarget {
  id: number;
  tenantId: number;
  /** The tenant's display name. */
  tenantName: string;
  isTenantActive: boolean;
  redirectUrl: string;
  expiresAt: Date;
  usedAt: Date | null;
}

/** A visit of a link; the dialog must return its state. */
export interface NewVisit {
  linkId: number;
  stateHash: Buffer;
  browserHash: Buffer;
  via: ConnectWay | null;
  at: Date;
}

/** A visit of a link with a state. */
export interface Visit {
  link: ConnectLink;
  /** The provider of its dialog. */
  provider: DialogProvider;
  /** Whether it is the newest visit and its state is unused. */
  isCurrent: boolean;
  /** Hash of the secret of the browser in which it began; null if unknown. */
  browserHash: Buffer | null;
  /** The authorization that this visit stored, encrypted; null: none (wa). */
  signup: string | null;
}

export const UNKNOWN_LINK: BrowserStep = {
  page: {
    status: 404,
    title: 'Unknown link',
    text: 'This link is unknown or has expired. Ask the sender for a new one.',
  },
};

/** The reason why a link can connect nothing now; null if it can. */
export function endOfLink({ usedAt, expiresAt, isTenantActive }: ConnectLink, now: Date): ConnectError | null {
  if (usedAt) return 'link_used';
  if (expiresAt <= now) return 'link_expired';
  return isTenantActive ? null : 'tenant_inactive';
}

export const isSameBrowser = ({ browserHash }: Visit, secret: string | null): boolean =>
  browserHash !== null && secret !== null && timingSafeEqual(browserHash, hashSecret(secret));

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
  no_number: 'No WhatsApp number was shared.',
  not_granted: 'The number does not belong to what was shared.',
  registration_refused: 'WhatsApp did not register the number.',
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

const CONSOLE = '/console';
/** The hosted page of a session (docs/reference/sessions.md#hosted-page). */
const PAIR_PAGE = /^\/pair\/[\w-]{20,200}$/;
/** A text that a browser would repair is no URL. */
const IS_PLAIN = /^[^\s\\\p{Cc}]*$/u;

const isBelowConsole = (path: string): boolean => path === CONSOLE || path.startsWith(`${CONSOLE}/`);

/** Whether a URL belongs to the console, or is the hosted page of a session, at the public origin. */
export function isOwnAddress(text: string, publicUrl: string): boolean {
  if (!IS_PLAIN.test(text) || !text.startsWith(`${publicUrl}/`) || !URL.canParse(text)) return false;
  const { origin, pathname } = new URL(text);
  return origin === new URL(publicUrl).origin && (isBelowConsole(pathname) || PAIR_PAGE.test(pathname));
}

/** The hosted page of a session at the public origin, for the end of a link that began there. */
export const pairPageAddress = (token: string, publicUrl: string): string =>
  `${publicUrl}/pair/${encodeURIComponent(token)}`;

/** The URL of a console path at the public origin; other texts are returned unchanged. */
export const toConsoleAddress = (text: string, publicUrl: string): string =>
  isBelowConsole(at(text.split(/[?#]/, 1), 0)) ? `${publicUrl}${text}` : text;

/** 256 random bits, in characters that need no encoding in a URL and that Telegram accepts. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
