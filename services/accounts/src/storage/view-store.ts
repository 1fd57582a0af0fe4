import { ConversationFilter } from '@parley/common/contracts/operator/conversations';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineStatement } from '@parley/database/statement';
import type { Prisma } from '@parley/prisma/client';
import type { SavedView } from '../domain/saved-view.ts';
import type { ViewRows, ViewScope } from '../use-cases/manage-views.ts';

const VIEW = { viewId: true, memberId: true, name: true, filter: true, position: true } as const;

const toView = ({ filter, ...row }: Prisma.SavedViewGetPayload<{ select: typeof VIEW }>): SavedView => ({
  ...row,
  filter: ConversationFilter.parse(filter),
});

const lockViews = defineStatement({
  name: 'accounts.lock-views',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('parley:views:' || $1::int4 || ':' || coalesce($2, ''), 0))::text AS locked`,
  params: { tenantId: 'int4', memberId: 'text?' },
  row: { locked: 'text!' },
});

const placeViews = defineStatement({
  name: 'accounts.place-views',
  text: `UPDATE saved_views v SET position = placed.position
           FROM unnest($2::text[]) WITH ORDINALITY AS placed (view_id, position)
          WHERE v.tenant_id = $1 AND v.view_id = placed.view_id`,
  params: { tenantId: 'int4', viewIds: 'text[]' },
});

const ORDER = [{ position: 'asc' }, { id: 'asc' }] as const;

/** Saved views in PostgreSQL. */
export function makeViewStore(database: PrismaDatabase): ViewRows {
  const { prisma } = database;
  const oneOf = (scopes: readonly ViewScope[], viewId: string) => ({ viewId, OR: [...scopes] });

  return {
    async listViews(scopes) {
      const rows = await prisma.savedView.findMany({ where: { OR: [...scopes] }, select: VIEW, orderBy: [...ORDER] });
      const isOwn = ({ memberId }: { memberId: string | null }): boolean => memberId !== null;
      return [...rows.filter(isOwn), ...rows.filter((row) => !isOwn(row))].map(toView);
    },
    withLockedViews: (scope, run) =>
      database.prismaTransaction(async ({ sql, prisma: { savedView } }) => {
        await lockViews.run(sql, scope);
        const rows = await savedView.findMany({ where: scope, select: VIEW, orderBy: [...ORDER] });
        return run({
          views: rows.map(toView),
          async insert(view) {
            await savedView.create({ data: { ...view, tenantId: scope.tenantId } });
          },
          async place(viewIds) {
            await placeViews.run(sql, { tenantId: scope.tenantId, viewIds: [...viewIds] });
          },
        });
      }),
    async updateView(scopes, viewId, { name, filter }) {
      const data = { ...(name === undefined ? {} : { name }), ...(filter === undefined ? {} : { filter }) };
      const [changed] = await prisma.savedView.updateManyAndReturn({
        where: oneOf(scopes, viewId),
        data,
        select: VIEW,
      });
      return changed ? toView(changed) : null;
    },
    async deleteView(scopes, viewId) {
      return (await prisma.savedView.deleteMany({ where: oneOf(scopes, viewId) })).count > 0;
    },
  };
}
