import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import {
  type createView,
  type deleteView,
  type listViews,
  type orderViews,
  type updateView,
  VIEWS_MAX,
} from '@parley/common/contracts/console/saved-views';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { lastPosition, mayShare, reorder, type SavedView, scopeOf, toViewAnswer } from '../domain/saved-view.ts';

/** A member's own views, or (null) those of the workspace. */
export interface ViewScope {
  tenantId: number;
  memberId: string | null;
}

/** Views of one scope, locked against concurrent creation and ordering. */
export interface LockedViews {
  /** In their order. */
  views: readonly SavedView[];
  insert(view: SavedView & { createdAt: Date }): Promise<void>;
  /** Sets positions in the order of the list. */
  place(viewIds: readonly string[]): Promise<void>;
}

export interface ViewRows {
  /** Own ones first, each in their order. */
  listViews(scopes: readonly ViewScope[]): Promise<SavedView[]>;
  withLockedViews<T>(scope: ViewScope, run: (locked: LockedViews) => Promise<T>): Promise<T>;
  /** Updates a view in one of these scopes; null: there is none. */
  updateView(scopes: readonly ViewScope[], viewId: string, changes: ViewChanges): Promise<SavedView | null>;
  deleteView(scopes: readonly ViewScope[], viewId: string): Promise<boolean>;
}

export type ViewChanges = Omit<InputOf<typeof updateView>, 'id'>;

export interface ManageViewsDeps {
  views: ViewRows;
  now(): Date;
}

const mayNot = (isShared: boolean): AppError =>
  new AppError('permission_denied', {
    message: isShared
      ? 'Views of the workspace are changed by owners and developers.'
      : 'The admin token has no views of its own.',
  });

/** Saved views of the inbox (docs/reference/console.md#saved-views). */
export function makeManageViews({ views, now }: ManageViewsDeps) {
  /** Errors: permission_denied. */
  function scopeFor(context: CallContext, isShared: boolean): ViewScope {
    const memberId = scopeOf(memberOf(context), isShared);
    if (memberId === undefined) throw mayNot(isShared);
    return { tenantId: tenantIdOf(context), memberId };
  }

  /** The scopes that the caller may change. */
  function changeable(context: CallContext): ViewScope[] {
    const caller = memberOf(context);
    const scopes = [scopeOf(caller, false), scopeOf(caller, true)];
    return scopes.flatMap((memberId) => (memberId === undefined ? [] : [{ tenantId: tenantIdOf(context), memberId }]));
  }

  return {
    async list(context: CallContext): Promise<OutputOf<typeof listViews>> {
      const { memberId, role } = memberOf(context);
      const tenantId = tenantIdOf(context);
      const own = memberId === null ? [] : [{ tenantId, memberId }];
      const found = await views.listViews([...own, { tenantId, memberId: null }]);
      return { items: found.map(toViewAnswer), mayShare: mayShare(role) };
    },

    /** Errors: permission_denied, too_many_views. */
    async create(input: InputOf<typeof createView>, context: CallContext): Promise<OutputOf<typeof createView>> {
      const scope = scopeFor(context, input.isShared);
      return views.withLockedViews(scope, async (locked) => {
        if (locked.views.length >= VIEWS_MAX) throw new AppError('too_many_views');
        const createdAt = now();
        const view = {
          viewId: makeId('viw', createdAt.getTime()),
          memberId: scope.memberId,
          name: input.name,
          filter: input.filter,
          position: lastPosition(locked.views),
        };
        await locked.insert({ ...view, createdAt });
        return toViewAnswer(view);
      });
    },

    /** Errors: unknown_view, also for a view that the caller sees but may not change. */
    async update(
      { id, ...changes }: InputOf<typeof updateView>,
      context: CallContext,
    ): Promise<OutputOf<typeof updateView>> {
      const changed = await views.updateView(changeable(context), id, changes);
      if (!changed) throw new AppError('unknown_view');
      return toViewAnswer(changed);
    },

    /** Errors: unknown_view, also for a view that the caller sees but may not delete. */
    async remove({ id }: InputOf<typeof deleteView>, context: CallContext): Promise<OutputOf<typeof deleteView>> {
      if (!(await views.deleteView(changeable(context), id))) throw new AppError('unknown_view');
      return { ok: true };
    },

    /** Errors: permission_denied. */
    async order(
      { isShared, order }: InputOf<typeof orderViews>,
      context: CallContext,
    ): Promise<OutputOf<typeof orderViews>> {
      await views.withLockedViews(scopeFor(context, isShared), (locked) => locked.place(reorder(locked.views, order)));
      return { ok: true };
    },
  };
}
