import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { storableText } from '../../storable.ts';

/** The next step of the end customer's browser: a redirect, or a plain page when the link is unknown. */
export const BrowserStep = z.union([
  z.object({ location: z.string().describe('Absolute address to redirect to') }),
  z.object({ page: z.object({ status: z.int(), title: z.string(), text: z.string() }) }),
]);
export type BrowserStep = z.infer<typeof BrowserStep>;

const Token = storableText(200).min(1);

/** Stored in a cookie of the end customer's browser: only the browser in which a visit began may end it. */
const BrowserSecret = storableText(200).min(1);

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
    state: storableText(500),
    code: storableText(4000).nullable(),
    error: storableText(500).nullable(),
    errorReason: storableText(500).nullable(),
    browserSecret: BrowserSecret.nullable(),
  }),
  output: BrowserStep,
  errors: [],
  deadlineMs: 55_000,
});
