import { z } from 'zod';
import { SIGNS_IN } from '../../contract/audit-values.ts';
import { defineConsole } from '../../contract/define-console.ts';
import { Language, line } from '../../fields.ts';
import { TenantRole } from '../../workspace/console-roles.ts';

const EMAIL_MAX = 254;
const PASSWORD_MAX = 200;
const PASSWORD_MIN = 10;

export const Email = z.email('must be an e-mail address').max(EMAIL_MAX);
/** A submitted password; the rules only apply to a new one. */
export const Password = z.string().min(1).max(PASSWORD_MAX);
export const NewPassword = z
  .string()
  .min(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX);
/** 256 random bits in the form of links and cookies. */
export const SecretToken = z.string().regex(/^[\w-]{43}$/, 'must be the token of a link');
/** Six digits of an authenticator, or a recovery code. */
export const SecondFactor = line(40);

/** The token that the gateway puts into the session's cookie (docs/reference/console.md#sessions). */
const Opened = z.object({ session_token: SecretToken });

/** Sign in with e-mail and password; unknown addresses take the same time (docs/reference/console.md#sign-in). */
export const signIn = defineConsole({
  service: 'accounts',
  name: 'sign-in',
  method: 'POST',
  summary: 'Sign in to the console',
  permission: 'public',
  opensSession: true,
  remembersDevice: true,
  input: z.object({ email: Email, password: Password, code: SecondFactor.optional() }),
  output: Opened,
  errors: ['wrong_credentials', 'second_factor_required', 'rate_limited'],
  audit: { fields: [], change: SIGNS_IN },
});

/** The admin token opens a session; the browser never stores the token (docs/reference/console.md#sign-in). */
export const signInAsOperator = defineConsole({
  service: 'accounts',
  name: 'sign-in-as-operator',
  method: 'POST',
  summary: 'Sign in to the console with the admin token',
  permission: 'public',
  opensSession: true,
  input: z.object({ admin_token: line(512) }),
  output: Opened,
  errors: ['invalid_admin_token', 'rate_limited'],
  audit: { fields: [], change: SIGNS_IN },
});

/** A link made by `npm start` or an operator opens one session, once. */
export const redeemSignInLink = defineConsole({
  service: 'accounts',
  name: 'redeem-sign-in-link',
  method: 'POST',
  summary: 'Sign in to the console with a one-time link',
  permission: 'public',
  opensSession: true,
  remembersDevice: true,
  input: z.object({ token: SecretToken }),
  output: Opened,
  errors: ['unknown_link'],
  audit: { fields: [], change: SIGNS_IN },
});

/** The response is the same whether or not the address is in use (docs/reference/console.md#new-password). */
export const requestPasswordReset = defineConsole({
  service: 'accounts',
  name: 'request-password-reset',
  method: 'POST',
  summary: 'Request a link to set a new password',
  permission: 'public',
  input: z.object({ email: Email, language: Language.default('en') }),
  output: z.object({ ok: z.literal(true) }),
  errors: ['rate_limited'],
  audit: { fields: [], change: SIGNS_IN },
});

/** Ends every session of the member; a second factor is kept. */
export const resetPassword = defineConsole({
  service: 'accounts',
  name: 'reset-password',
  method: 'POST',
  summary: 'Set a new password with the link of a mail',
  permission: 'public',
  remembersDevice: true,
  input: z.object({ token: SecretToken, password: NewPassword }),
  output: z.object({ email: z.string() }),
  errors: ['unknown_link'],
  audit: { fields: [], change: SIGNS_IN },
});

/** The method is POST, so that no URL contains the token. */
export const showInvitation = defineConsole({
  service: 'accounts',
  name: 'show-invitation',
  method: 'POST',
  summary: 'The invited person',
  permission: 'public',
  input: z.object({ token: SecretToken }),
  output: z.object({
    email: z.string(),
    roles: z.array(TenantRole),
    workspace: z.string().nullable().describe('Null: the deployment'),
    has_account: z
      .boolean()
      .describe('The address is confirmed already: its password, and a code, accept the invitation'),
  }),
  errors: ['unknown_link', 'tenant_inactive'],
  audit: { fields: [], change: SIGNS_IN },
});

/**
 * Creates the member and signs them in. A person who has confirmed the address before enters their password, and a
 * code; all others choose a name and a password. The link works once (docs/reference/console.md#invitations).
 */
export const acceptInvitation = defineConsole({
  service: 'accounts',
  name: 'accept-invitation',
  method: 'POST',
  summary: 'Join a workspace with an invitation',
  permission: 'public',
  opensSession: true,
  remembersDevice: true,
  input: z.object({
    token: SecretToken,
    name: line(100).optional(),
    password: Password,
    code: SecondFactor.optional(),
  }),
  output: Opened,
  errors: [
    'unknown_link',
    'tenant_inactive',
    'member_exists',
    'wrong_credentials',
    'second_factor_required',
    'rate_limited',
  ],
  audit: { fields: [], change: SIGNS_IN },
});
