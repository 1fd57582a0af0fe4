import type { TenantRole } from '@parley/common/workspace/console-roles';

/** The sets of roles that a member can have, by the name of their label. */
const ROLE_SETS = {
  owner: ['owner'],
  developer: ['developer'],
  agent: ['agent'],
  developer_and_agent: ['developer', 'agent'],
} as const satisfies Record<string, readonly TenantRole[]>;

export type RoleSet = keyof typeof ROLE_SETS;

// safe: its own keys
export const ROLE_SET_NAMES = Object.keys(ROLE_SETS) as RoleSet[];

export const rolesOf = (name: RoleSet): TenantRole[] => [...ROLE_SETS[name]];

/** The name of a member's roles. */
export function roleSetOf(roles: readonly TenantRole[]): RoleSet {
  const [first = 'agent'] = roles;
  return roles.length > 1 ? 'developer_and_agent' : first;
}
