import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';

/** Where the end customer's browser goes next: on to an address, or, where the link itself is not known, a plain page. */
export const BrowserStep = z.union([
  z.object({ location: z.string().describe('Absolute address to redirect to') }),
  z.object({ page: z.object({ status: z.int(), title: z.string(), text: z.string() }) }),
]);
export type BrowserStep = z.infer<typeof BrowserStep>;

const Token = z.string().min(1).max(200);

/** Kept by the end customer's browser in a cookie: only the browser in which a visit began may end it. */
const BrowserSecret = z.string().min(1).max(200);

/** What an end customer is told before the provider's dialog. */
export const ConnectPage = z.object({
  channel: z.enum(['fb', 'ig', 'tt']),
  tenantName: z.string(),
  returnHost: z.string().describe('Host of redirect_url, in ASCII'),
});
export type ConnectPage = z.infer<typeof ConnectPage>;

/**
 * An end customer opened `{public origin}/connect/{token}` (docs/reference/channels.md#connect-links): who asks, and
 * where the visit will end.
 */
export const openConnectLink = defineInternal({
  service: 'channel-connect',
  name: 'open-connect-link',
  input: z.object({ token: Token }),
  output: z.union([z.object({ ask: ConnectPage }), BrowserStep]),
  errors: [],
});

/** The end customer agreed to go on to the provider's dialog, in the browser that keeps this secret. */
export const beginConnectVisit = defineInternal({
  service: 'channel-connect',
  name: 'begin-connect-visit',
  input: z.object({ token: Token, browserSecret: BrowserSecret }),
  output: BrowserStep,
  errors: [],
});

/** The provider's dialog sent the end customer back to `{public origin}/connect/callback/{provider}`; its query as it came. */
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
