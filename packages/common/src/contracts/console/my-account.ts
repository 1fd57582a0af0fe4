import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';
import { changedSilently, itemOf, made, nothing, one, removed, replaced } from '../../contract/resource-change.ts';
import { Instant, Language, line, Slug } from '../../fields.ts';
import { ConsoleRole, PERMISSIONS, TenantRole } from '../../workspace/console-roles.ts';
import { TenantStatus } from '../operator/tenants.ts';
import { NewPassword, Password, SecondFactor, SecretToken } from './sign-in.ts';

const SECOND_FACTOR_FIELDS = ['has_second_factor'];

const Done = z.object({ ok: z.literal(true) });

/** The signed-in person and their permissions (docs/reference/console.md#roles). */
export const me = defineConsole({
  service: 'accounts',
  name: 'me',
  method: 'GET',
  summary: 'Who is signed in',
  permission: 'self',
  absence: 'not_signed_in',
  input: z.object({}),
  output: z.object({
    session_id: z.string(),
    roles: z.array(ConsoleRole),
    permissions: z.array(z.enum(PERMISSIONS)),
    member: z
      .object({
        id: z.string(),
        email: z.string(),
        name: z.string(),
        language: Language.nullable().describe('Null: never chosen; the console uses the browser’s language'),
        has_second_factor: z.boolean(),
      })
      .nullable()
      .describe('Null: the operator who signed in with the admin token'),
    workspaces: z
      .array(z.object({ slug: z.string(), name: z.string(), roles: z.array(TenantRole) }))
      .describe('The workspaces of the person, including this one; at most 100'),
    tenant: z
      .object({
        slug: z.string(),
        name: z.string(),
        logo_version: z.string().nullable().describe('Null: it has no logo'),
        status: TenantStatus,
        language: Language.nullable().describe('Of members who chose none; null: that of their browser'),
        time_zone: z.string().nullable().describe('What forms suggest; null: that of the browser'),
        demo_ends_at: Instant.nullable()
          .optional()
          .describe('When this workspace of a public demo is deleted with everything in it; null: it is none'),
      })
      .nullable()
      .describe('Null: the deployment'),
  }),
  errors: [],
});

export const updateMe = defineConsole({
  service: 'accounts',
  name: 'update-me',
  method: 'POST',
  summary: 'Change your own name or language',
  permission: 'self',
  input: z.object({ name: line(100).optional(), language: Language.optional() }),
  output: Done,
  errors: ['permission_denied'],
  audit: {
    fields: ['id', 'language', ...SECOND_FACTOR_FIELDS],
    change: changedSilently(one(me), { within: 'member' }),
  },
});

/** A session has one workspace at a time (docs/reference/console.md#several-workspaces). */
export const switchWorkspace = defineConsole({
  service: 'accounts',
  name: 'switch-workspace',
  method: 'POST',
  summary: 'Switch to another of your workspaces',
  permission: 'self',
  input: z.object({ slug: Slug }),
  output: Done,
  errors: ['unknown_tenant', 'permission_denied'],
  audit: { fields: ['slug'], change: nothing('chooses what the session shows') },
});

/** The session continues in the joined workspace (docs/reference/console.md#several-workspaces). */
export const joinWorkspace = defineConsole({
  service: 'accounts',
  name: 'join-workspace',
  method: 'POST',
  summary: 'Join another workspace with an invitation to your address',
  permission: 'self',
  input: z.object({ token: SecretToken }),
  output: Done,
  errors: ['unknown_link', 'tenant_inactive', 'member_exists', 'permission_denied'],
  audit: { fields: [], change: nothing('a member of another workspace, whose log names the invitation') },
});

export const signOut = defineConsole({
  service: 'accounts',
  name: 'sign-out',
  method: 'POST',
  summary: 'End this session',
  permission: 'self',
  endsSession: true,
  input: z.object({}),
  output: Done,
  errors: [],
  audit: { fields: [], change: nothing('ends the session that asks') },
});

const SessionView = z.object({
  id: z.string(),
  is_current: z.boolean(),
  address: z.string(),
  user_agent: z.string(),
  created_at: Instant,
  last_seen_at: Instant,
  expires_at: Instant,
});

export const listSessions = defineConsole({
  service: 'accounts',
  name: 'list-sessions',
  method: 'GET',
  summary: 'Your sessions that have not ended',
  permission: 'self',
  input: z.object({}),
  output: z.object({ items: z.array(SessionView) }),
  errors: [],
});

export const endSession = defineConsole({
  service: 'accounts',
  name: 'end-session',
  method: 'POST',
  summary: 'End one of your sessions',
  permission: 'self',
  input: z.object({ session_id: z.string().regex(/^ses_[0-9a-z]{10,40}$/, 'must be the id of a session') }),
  output: Done,
  errors: ['unknown_sign_in'],
  audit: {
    fields: ['session_id', 'id', 'is_current', 'created_at', 'last_seen_at', 'expires_at'],
    change: removed(itemOf(listSessions, { id: 'session_id' })),
  },
});

export const endOtherSessions = defineConsole({
  service: 'accounts',
  name: 'end-other-sessions',
  method: 'POST',
  summary: 'End all of your sessions except this one',
  permission: 'self',
  input: z.object({}),
  output: z.object({ ended: z.int() }),
  errors: [],
  audit: { fields: ['ended'], change: made() },
});

/** Ends the member's other sessions. */
export const changePassword = defineConsole({
  service: 'accounts',
  name: 'change-password',
  method: 'POST',
  summary: 'Change your password',
  permission: 'self',
  input: z.object({ password: Password, new_password: NewPassword }),
  output: Done,
  errors: ['wrong_credentials', 'permission_denied', 'rate_limited'],
  audit: { fields: [], change: replaced('new_password') },
});

/** The secret is active once a code of it was confirmed (docs/reference/console.md#second-factor). */
export const startSecondFactor = defineConsole({
  service: 'accounts',
  name: 'start-second-factor',
  method: 'POST',
  summary: 'Begin to set up an authenticator',
  permission: 'self',
  input: z.object({ password: Password }),
  output: z.object({ secret: z.string().describe('Base 32'), url: z.string().describe('otpauth://…, for a QR code') }),
  errors: ['wrong_credentials', 'permission_denied', 'second_factor_set', 'rate_limited'],
  audit: { fields: [], change: nothing('is valid once it is confirmed') },
});

export const confirmSecondFactor = defineConsole({
  service: 'accounts',
  name: 'confirm-second-factor',
  method: 'POST',
  summary: 'Turn the second factor on with a first code',
  permission: 'self',
  input: z.object({ code: SecondFactor }),
  output: z.object({ recovery_codes: z.array(z.string()).describe('Shown once; each works once') }),
  errors: ['second_factor_required', 'second_factor_set', 'permission_denied', 'rate_limited'],
  audit: { fields: SECOND_FACTOR_FIELDS, change: changedSilently(one(me), { within: 'member' }) },
});

export const removeSecondFactor = defineConsole({
  service: 'accounts',
  name: 'remove-second-factor',
  method: 'POST',
  summary: 'Turn the second factor off',
  permission: 'self',
  input: z.object({ password: Password }),
  output: Done,
  errors: ['wrong_credentials', 'permission_denied', 'rate_limited'],
  audit: { fields: SECOND_FACTOR_FIELDS, change: changedSilently(one(me), { within: 'member' }) },
});
