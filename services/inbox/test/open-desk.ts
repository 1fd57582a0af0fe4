import type { CallContext } from '@parley/common/call-context';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import type { ConsoleRole } from '@parley/common/workspace/console-roles';
import type { OpenInbound } from '../../inbound/test/open-inbound.ts';

/** A signed-in member, as the gateway describes them to the service. */
export interface Desk {
  memberId: string | null;
  call<C extends Contract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>>;
}

/** Calls operations of the console as this caller. */
function deskOf(
  { bus }: Pick<OpenInbound, 'bus'>,
  { tenantId, memberId, role }: { tenantId: number; memberId: string | null; role: ConsoleRole },
): Desk {
  const member = { sessionId: 'ses_0000000000', roles: [role], memberId, tenantId, tenantSlug: `tenant-${tenantId}` };
  const context: Omit<CallContext, 'deadlineAt'> = { requestId: 'req_test', member };
  return { memberId, call: (contract, input) => bus.call(contract, input, context) };
}

let members = 0;

/** Adds a member of a tenant, by default of the inbound test's. */
export async function addMember(
  inbound: OpenInbound,
  { name, role = 'agent', tenantId = inbound.tenantId }: { name: string; role?: ConsoleRole; tenantId?: number },
): Promise<Desk & { memberId: string }> {
  const memberId = `mem_desk${String(++members).padStart(8, '0')}`;
  await inbound.rows(
    `INSERT INTO members (member_id, tenant_id, email, email_key, name, roles, created_at)
     VALUES ($1, $2, $3, $3, $4, ARRAY[$5], now())`,
    memberId,
    tenantId,
    `${memberId}@shop.example`,
    name,
    role,
  );
  return { ...deskOf(inbound, { tenantId, memberId, role }), memberId };
}

/** The operator with the admin token, who acts as the tenant. */
export const operatorOf = (inbound: OpenInbound): Desk =>
  deskOf(inbound, { tenantId: inbound.tenantId, memberId: null, role: 'operator' });

/** Adds another tenant. */
export async function addTenant(inbound: OpenInbound, slug: string): Promise<number> {
  const [tenant] = await inbound.rows<{ id: number }>(
    'INSERT INTO tenants (slug, name) VALUES ($1, $1) RETURNING id',
    slug,
  );
  return tenant?.id ?? 0;
}
