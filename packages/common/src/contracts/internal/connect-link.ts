import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';

/** The next step of the end customer's browser: a redirect, or a plain page when the link is unknown. */
export const BrowserStep = z.union([
  z.object({ location: z.string().describe('Absolute address to redirect to') }),
  z.object({ page: z.object({ status: z.int(), title: z.string(), text: z.string() }) }),
]);
export type BrowserStep = z.infer<typeof BrowserStep>;

const Token = z.string().min(1).max(200);

/** Stored in a cookie of the end customer's browser: only the browser in which a visit began may end it. */
const BrowserSecret = z.string().min(1).max(200);

/** The data of the page before the provider's dialog. */
export const ConnectPage = z.object({
  channel: z.enum(['fb', 'ig', 'tt']),
  tenantName: z.string(),
  returnHost: z.string().describe('Host of redirect_url, in ASCII'),
});
export type ConnectPage = z.infer<typeof ConnectPage>;

/**
 * An end customer opened `{public origin}/connect/{token}` (docs/reference/channels.md#connect-links): returns who
 * asks, and where the visit will end.
 */
export const openConnectLink = defineInternal({
  service: 'channel-connect',
  name: 'open-connect-link',
  input: z.object({ token: Token }),
  output: z.union([z.object({ ask: ConnectPage }), BrowserStep]),
  errors: [],
});

/** The end customer agreed to continue to the provider's dialog, in the browser that holds this secret. */
export const beginConnectVisit = defineInternal({
  service: 'channel-connect',
  name: 'begin-connect-visit',
  input: z.object({ token: Token, browserSecret: BrowserSecret }),
  output: BrowserStep,
  errors: [],
});

/**
 * The provider's dialog redirected the end customer to `{public origin}/connect/callback/{provider}`, with this query.
 */
export const finishConnectLink = defineInternal({
  service: 'channel-connect',
  name: 'finish-connect-link',
  input: z.object({
    provider: z.enum(['meta', 'tiktok']),
    state: z.string().max(500),
    code: z.string().max(4000).nullable(),
    error: z.string().max(500).nullable(),
    errorReason: z.string().max(500).nullable(),
    browserSecret: BrowserSecret.nullable(),
  }),
  output: BrowserStep,
  errors: [],
  deadlineMs: 55_000,
});
