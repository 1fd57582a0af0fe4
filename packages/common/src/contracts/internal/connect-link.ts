import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { storableText } from '../../text/storable.ts';

/** The next step of the end customer's browser: a redirect, or a plain page when the link is unknown. */
export const BrowserStep = z.union([
  z.object({ location: z.string().describe('Absolute address to redirect to') }),
  z.object({ page: z.object({ status: z.int(), title: z.string(), text: z.string() }) }),
]);
export type BrowserStep = z.infer<typeof BrowserStep>;

const Token = storableText(200).min(1);

/** Stored in a cookie of the end customer's browser: only the browser in which a visit began may end it. */
const BrowserSecret = storableText(200).min(1);

/** The login with which an Instagram account is connected (docs/reference/ig.md#instagram-login). */
export const ConnectWay = z.enum(['facebook', 'instagram']);
export type ConnectWay = z.infer<typeof ConnectWay>;

/** The data of the page before the provider's dialog. */
export const ConnectPage = z.object({
  channel: z.enum(['wa', 'fb', 'ig', 'tt']),
  tenantName: z.string(),
  returnHost: z.string().describe('Host of redirect_url, in ASCII'),
  ways: z.array(ConnectWay).optional().describe('ig: the logins that the link offers; absent: facebook'),
});
export type ConnectPage = z.infer<typeof ConnectPage>;

/**
 * An end customer opened `{public origin}/connect/{token}` (docs/reference/channels.md#connect-links): returns the
 * requesting tenant, and the address where the visit will end.
 */
export const openConnectLink = defineInternal({
  service: 'channel-connect',
  name: 'open-connect-link',
  input: z.object({ token: Token }),
  output: z.union([z.object({ ask: ConnectPage }), BrowserStep]),
  errors: [],
});

/** The data of the page that opens Meta's popup for a number (wa). */
export const SignupPage = z.object({
  tenantName: z.string(),
  returnHost: z.string(),
  state: z.string().describe('The secret of this visit, which its answers must return'),
  appId: z.string(),
  configId: z.string(),
  extras: z.string().describe('A JSON object'),
  coexistence: z
    .object({ configId: z.string(), extras: z.string().describe('A JSON object') })
    .optional()
    .describe('The configuration for a number that stays on the WhatsApp Business app; absent: it is not offered'),
  version: z.string(),
  sdkUrl: z.string(),
  dialogOrigin: z.string().describe('Origin of the popup'),
});
export type SignupPage = z.infer<typeof SignupPage>;

/** The end customer agreed to continue to the provider's dialog, in the browser that holds this secret. */
export const beginConnectVisit = defineInternal({
  service: 'channel-connect',
  name: 'begin-connect-visit',
  input: z.object({ token: Token, browserSecret: BrowserSecret, via: ConnectWay.optional() }),
  output: z.union([z.object({ signup: SignupPage }), BrowserStep]),
  errors: [],
});

/**
 * The provider's dialog redirected the end customer to `{public origin}/connect/callback/{provider}`, with this query.
 */
export const finishConnectLink = defineInternal({
  service: 'channel-connect',
  name: 'finish-connect-link',
  input: z.object({
    provider: z.enum(['meta', 'tiktok', 'instagram']),
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

const MetaId = z.string().regex(/^\d{1,32}$/);
const SignupNumber = z.object({ id: z.string(), number: z.string().nullable(), name: z.string().nullable() });

/** The next step of a page of Embedded Signup: to leave it, to ask its person, or why the number cannot be registered. */
export const SignupStep = z.union([
  ...BrowserStep.options,
  z.object({ choose: z.array(SignupNumber) }),
  z.object({ pin: z.object({ number: SignupNumber, problem: z.enum(['wrong_pin', 'no_answer']).nullable() }) }),
  z.object({
    stopped: z.object({
      problem: z.string(),
      until: z.string().nullable().describe('When a locked number can be registered again'),
      message: z.string().nullable().describe('The words of the platform'),
      location: z.string().nullable().describe('Absolute address to leave for'),
    }),
  }),
]);
export type SignupStep = z.infer<typeof SignupStep>;

/** A page of Embedded Signup reports what its person did: nothing that it claims is trusted. */
export const authorizeSignup = defineInternal({
  service: 'channel-connect',
  name: 'authorize-signup',
  input: z.object({
    state: storableText(500),
    browserSecret: BrowserSecret.nullable(),
    answer: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('code'),
        code: storableText(4000).min(1),
        wabaId: MetaId.nullable(),
        phoneNumberId: MetaId.nullable(),
      }),
      z.object({
        kind: z.literal('number'),
        phoneNumberId: MetaId.nullable(),
        pin: z
          .string()
          .regex(/^\d{6}$/)
          .nullable(),
      }),
      z.object({ kind: z.literal('cancel') }),
    ]),
  }),
  output: SignupStep,
  errors: [],
  deadlineMs: 55_000,
});
