import type { Permission } from '@parley/common/workspace/console-roles';
import { createContext, useContext } from 'react';
import type { OutputOf } from '../../api/operations.ts';

export type Session = OutputOf<'me'>;

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

/** The session; only below the shell. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is used outside the shell.');
  return session;
}

/** Permissions that need no tenant; all others concern the tenant of the session (docs/reference/console.md#roles). */
const OF_NO_TENANT: readonly Permission[] = ['public', 'self', 'deployment'];

/** Whether the session may do something now; a permission that concerns a tenant requires one. */
export const isAllowed = ({ permissions, tenant }: Session, permission: Permission): boolean =>
  permissions.includes(permission) && (tenant !== null || OF_NO_TENANT.includes(permission));

/** Whether the session may only answer customers: the console is the inbox then. */
export const isAgentOnly = ({ roles }: Session): boolean => roles.length > 0 && roles.every((role) => role === 'agent');
