import { z } from 'zod';
import { areDistinct } from '../fields.ts';

/**
 * Roles of the console (docs/reference/console.md#roles). `operator` belongs to the deployment, the others to a tenant.
 */
export const CONSOLE_ROLES = ['operator', 'owner', 'developer', 'agent'] as const;
export const ConsoleRole = z.enum(CONSOLE_ROLES);
export type ConsoleRole = z.infer<typeof ConsoleRole>;

/** The roles that a member of a tenant can have. */
export const TenantRole = ConsoleRole.exclude(['operator']).describe('One of owner, developer, agent');
export type TenantRole = z.infer<typeof TenantRole>;

/** The roles of a member, in one order: one can be a developer and an agent; an owner has the rights of both. */
export const TenantRoles = z
  .array(TenantRole)
  .min(1, 'must name a role')
  .max(TenantRole.options.length)
  .refine(areDistinct, 'must be distinct')
  .refine((roles) => roles.length === 1 || !roles.includes('owner'), 'must name no other role beside owner')
  .overwrite((roles) => roles.toSorted());

/**
 * `public` needs no session, `self` needs one, `deployment` is the operator's; all others apply to the tenant of the
 * session.
 */
export const PERMISSIONS = [
  'public',
  'self',
  'deployment',
  'home.read',
  'inbox.use',
  'inbox.manage',
  'members.read',
  'members.manage',
  'keys.manage',
  'channels.manage',
  'webhooks.manage',
  'requests.read',
  'bots.manage',
  'ai-keys.manage',
  'usage.read',
  'credit.read',
  'notifications.manage',
  'audit.read',
  'workspace.manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const EVERYBODY: readonly Permission[] = ['public', 'self', 'home.read', 'members.read'];
const DEVELOPER: readonly Permission[] = [
  'keys.manage',
  'channels.manage',
  'webhooks.manage',
  'requests.read',
  'bots.manage',
  'usage.read',
];

/** The permissions of a role (docs/reference/console.md#roles). */
export const ROLE_PERMISSIONS: Readonly<Record<ConsoleRole, readonly Permission[]>> = {
  operator: PERMISSIONS,
  owner: PERMISSIONS.filter((permission) => permission !== 'deployment'),
  developer: [...EVERYBODY, ...DEVELOPER],
  agent: [...EVERYBODY, 'inbox.use'],
};

/** Whether one of the roles has the permission. */
export const mayDo = (roles: readonly ConsoleRole[], permission: Permission): boolean =>
  roles.some((role) => ROLE_PERMISSIONS[role].includes(permission));

/** Whether a permission applies to the tenant of the session. */
export const isOfTenant = (permission: Permission): boolean =>
  permission !== 'public' && permission !== 'self' && permission !== 'deployment';
