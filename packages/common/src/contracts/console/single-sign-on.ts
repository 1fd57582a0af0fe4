import { z } from 'zod';
import { SIGNS_IN } from '../../contract/audit-values.ts';
import { defineConsole } from '../../contract/define-console.ts';
import { changed, one, removed } from '../../contract/resource-change.ts';
import { areDistinct, line, Slug } from '../../fields.ts';
import { TenantRole } from '../../workspace/console-roles.ts';
import { SecretToken } from './sign-in.ts';

const SINGLE_SIGN_ON_FIELDS = [
  'issuer',
  'client_id',
  'domains',
  'new_member_role',
  'role_claim.name',
  'role_claim.agent',
  'role_claim.developer',
];

/** Bounds the index of accounts, which has the issuer and the longest `sub`. */
const URL_MAX = 1024;
const DOMAINS_MAX = 20;
/** Parley requests metadata, keys, a token and the address from the issuer, each for at most 6 s. */
const DEADLINE_MS = 25_000;

const Domain = z
  .string()
  .max(253)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/,
    'must be a domain such as shop.example',
  );

/** Replaces the slug in the redirect URL of the deployment's issuer. No slug has an underscore. */
export const DEPLOYMENT_CALLBACK = '_deployment';
/** The issuer that a redirect URL belongs to. */
const IssuerCallback = z.union([z.literal(DEPLOYMENT_CALLBACK), Slug]);

const ClaimValues = z.array(line(200)).max(50).refine(areDistinct, 'must be distinct').default([]);
/** The claim that decides the roles of every member but owners, at each sign-in. */
export const RoleClaim = z
  .object({
    name: line(200).describe('A claim of the ID token or of the user information; with dots, a path into it'),
    agent: ClaimValues.describe('People with one of these values are agents'),
    developer: ClaimValues.describe('People with one of these values are developers'),
  })
  .refine(({ agent, developer }) => agent.length + developer.length > 0, 'must have a value for a role');
export type RoleClaim = z.infer<typeof RoleClaim>;

const SingleSignOnView = z.object({
  issuer: z.string(),
  client_id: z.string(),
  domains: z.array(z.string()).describe('Domains of the addresses that may sign in; empty: all'),
  new_member_role: TenantRole.exclude(['owner'])
    .nullable()
    .describe('The role of people who are not members yet; null: only members sign in'),
  role_claim: RoleClaim.nullable().describe('Null: the roles are those of the member in Parley'),
  redirect_url: z.string().describe('Register it at the issuer, exactly as it is'),
  sign_in_url: z.string().describe('The sign-in page of this workspace'),
});

/** The OpenID Connect issuer through which members sign in (docs/reference/console.md#single-sign-on). */
export const getSingleSignOn = defineConsole({
  service: 'accounts',
  name: 'get-single-sign-on',
  method: 'GET',
  summary: 'The issuer through which members sign in',
  permission: 'workspace.manage',
  absence: 'unknown_single_sign_on',
  input: z.object({}),
  output: SingleSignOnView,
  errors: ['unknown_single_sign_on'],
});

/**
 * Requests the issuer's metadata before it is saved. Another issuer, client or domain ends the sessions through the
 * previous one.
 */
export const setSingleSignOn = defineConsole({
  service: 'accounts',
  name: 'set-single-sign-on',
  method: 'POST',
  summary: 'Let members sign in through an OpenID Connect issuer',
  permission: 'workspace.manage',
  input: z.object({
    issuer: line(URL_MAX).regex(/^[\x21-\x7e]+$/, 'must be an address in ASCII'),
    client_id: line(512),
    client_secret: line(1024).optional().describe('Without it the stored one stays'),
    domains: z.array(Domain).max(DOMAINS_MAX).refine(areDistinct, 'must be distinct').default([]),
    new_member_role: TenantRole.exclude(['owner']).nullable().default(null).describe('Only with domains'),
    role_claim: RoleClaim.nullable()
      .default(null)
      .describe('Only without new_member_role: the claim decides who may sign in'),
  }),
  output: SingleSignOnView,
  errors: ['service_unavailable'],
  deadlineMs: DEADLINE_MS,
  audit: { fields: SINGLE_SIGN_ON_FIELDS, change: changed(one(getSingleSignOn), { secrets: ['client_secret'] }) },
});

/** Ends the sessions through the issuer. */
export const deleteSingleSignOn = defineConsole({
  service: 'accounts',
  name: 'delete-single-sign-on',
  method: 'POST',
  summary: 'End the sign-in through the issuer',
  permission: 'workspace.manage',
  input: z.object({}),
  output: z.object({ ok: z.literal(true) }),
  errors: ['unknown_single_sign_on'],
  audit: { fields: SINGLE_SIGN_ON_FIELDS, change: removed(one(getSingleSignOn)) },
});

/** The address of the issuer to which the browser goes. Only this browser can return from there, once, within 10 minutes. */
export const beginSingleSignOn = defineConsole({
  service: 'accounts',
  name: 'begin-single-sign-on',
  method: 'POST',
  summary: 'Begin to sign in through the issuer of a workspace',
  permission: 'public',
  remembersDevice: true,
  input: z.object({ workspace: Slug }),
  output: z.object({ url: z.string() }),
  errors: ['unknown_single_sign_on', 'single_sign_on_failed', 'rate_limited'],
  deadlineMs: DEADLINE_MS,
  audit: { fields: [], change: SIGNS_IN },
});

/** Opens a session, once, from the parameters that the issuer added to the redirect URL. */
export const finishSingleSignOn = defineConsole({
  service: 'accounts',
  name: 'finish-single-sign-on',
  method: 'POST',
  summary: 'Sign in with the answer of the issuer',
  permission: 'public',
  opensSession: true,
  remembersDevice: true,
  input: z.object({
    callback: IssuerCallback.describe(
      'The last segment of the redirect URL: the slug of the workspace, or _deployment. It must be that of the visit',
    ),
    state: SecretToken,
    code: line(4096),
    iss: line(URL_MAX).optional().describe('RFC 9207: the issuer of the response'),
  }),
  output: z.object({ session_token: SecretToken }),
  errors: [
    'unknown_link',
    'unknown_single_sign_on',
    'single_sign_on_failed',
    'single_sign_on_refused',
    'tenant_inactive',
    'rate_limited',
  ],
  deadlineMs: DEADLINE_MS,
  audit: { fields: [], change: SIGNS_IN },
});
