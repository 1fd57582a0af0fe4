import { isOperator } from '@parley/common/call-context';
import { isOfTenant, mayDo } from '@parley/common/console-roles';
import { isAllowedWhileInactive } from '@parley/common/contracts/console/inactive-tenant';
import { AppError } from '@parley/common/errors';
import type { SignedIn } from '../console/authenticate-member.ts';
import type { ConsoleOperation } from './member-operation.ts';

/** Errors: permission_denied, no_tenant_chosen, tenant_inactive (docs/reference/console.md#inactive-workspaces). */
export function checkRights({ member, isTenantActive }: SignedIn, operation: ConsoleOperation): void {
  const { permission } = operation;
  if (!mayDo(member.roles, permission)) throw new AppError('permission_denied');
  if (!isOfTenant(permission)) return;
  if (member.tenantId === null) throw new AppError('no_tenant_chosen');
  if (isTenantActive || isOperator(member) || isAllowedWhileInactive(operation)) return;
  throw new AppError('tenant_inactive');
}
