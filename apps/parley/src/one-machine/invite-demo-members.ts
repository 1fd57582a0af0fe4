import type { BusClient } from '@parley/bus/bus-client';
import { prepareMember } from '@parley/common/contracts/internal/console-session';
import { makeId } from '@parley/common/ids';
import type { TenantRole } from '@parley/common/workspace/console-roles';

const MEMBERS: readonly { role: TenantRole; name: string }[] = [
  { role: 'developer', name: 'Demo developer' },
  { role: 'agent', name: 'Demo agent' },
  { role: 'owner', name: 'Demo owner' },
];

/**
 * Invites the demo's owner, developer and agent (docs/reference/console.md#sign-in). Returns the path of a one-time
 * link that signs the owner in; each start creates a new one.
 */
export async function inviteDemoMembers(bus: Pick<BusClient, 'call'>, slug: string): Promise<string> {
  let path = '';
  for (const { role, name } of MEMBERS) {
    const member = { slug, email: `${role}@demo.example`, name, roles: [role] };
    path = (await bus.call(prepareMember, member, { requestId: makeId('req') })).signInPath;
  }
  return path;
}
