import type { MemberCaller } from '@parley/common/call-context';
import type { Camel } from '@parley/common/casing/camel';
import type { SavedView as SavedViewAnswer } from '@parley/common/contracts/console/saved-views';
import type { ConversationFilter } from '@parley/common/contracts/operator/conversations';
import { AppError } from '@parley/common/errors';
import type { ConsoleRole } from '@parley/common/workspace/console-roles';

/** Filters of the inbox under a name, as they are stored. */
export interface SavedView {
  viewId: string;
  /** Null: shared with the workspace. */
  memberId: string | null;
  name: string;
  filter: ConversationFilter;
  position: number;
}

/** A member's own views, or (null) those of the workspace. */
export interface ViewScope {
  tenantId: number;
  memberId: string | null;
}

/** Changes; an absent member stays as it is. */
export type ViewChanges = { [K in 'name' | 'filter']?: SavedView[K] | undefined };

export const toViewAnswer = ({ viewId, memberId, name, filter }: SavedView): Camel<SavedViewAnswer> => ({
  id: viewId,
  name,
  filter,
  isShared: memberId === null,
});

/** Whether a member with these roles may save, change and order shared views (docs/reference/console.md#saved-views). */
export const mayShare = (roles: readonly ConsoleRole[]): boolean => roles.some((role) => role !== 'agent');

/**
 * Owner of the views that a caller changes: the caller, or (null) the workspace; undefined where they may not. The
 * operator with the admin token is no member, and has no views of their own.
 */
export function scopeOf(
  { roles, memberId }: Pick<MemberCaller, 'roles' | 'memberId'>,
  isShared: boolean,
): string | null | undefined {
  if (isShared) return mayShare(roles) ? null : undefined;
  return memberId ?? undefined;
}

/** The scope in which the caller saves and orders views. Errors: permission_denied. */
export function checkScope(
  caller: Pick<MemberCaller, 'roles' | 'memberId'>,
  tenantId: number,
  isShared: boolean,
): ViewScope {
  const memberId = scopeOf(caller, isShared);
  if (memberId !== undefined) return { tenantId, memberId };
  const message = isShared
    ? 'Views of the workspace are changed by owners and developers.'
    : 'The admin token has no views of its own.';
  throw new AppError('permission_denied', { message });
}

/** The scopes that the caller may change. */
export function changeableScopes(caller: Pick<MemberCaller, 'roles' | 'memberId'>, tenantId: number): ViewScope[] {
  const owners = [scopeOf(caller, false), scopeOf(caller, true)];
  return owners.flatMap((memberId) => (memberId === undefined ? [] : [{ tenantId, memberId }]));
}

/** The position after all others. */
export const lastPosition = (views: readonly Pick<SavedView, 'position'>[]): number =>
  Math.max(0, ...views.map(({ position }) => position)) + 1;

/** The ids of views in a new order: the wanted ones first, then the rest in their old order. */
export function reorder(views: readonly Pick<SavedView, 'viewId'>[], wanted: readonly string[]): string[] {
  const ids = views.map(({ viewId }) => viewId);
  const first = new Set(wanted.filter((id) => ids.includes(id)));
  return [...first, ...ids.filter((id) => !first.has(id))];
}
