import { ConversationFilter } from '@parley/common/contracts/operator/conversations';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import type { SavedView, ViewChanges, ViewScope } from './view.rules.ts';

const VIEW = { viewId: true, memberId: true, name: true, filter: true, position: true } as const;

const toView = ({ filter, ...row }: Prisma.SavedViewGetPayload<{ select: typeof VIEW }>): SavedView => ({
  ...row,
  filter: ConversationFilter.parse(filter),
});

const lock = defineStatement({
  name: 'accounts.lock-views',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('parley:views:' || $1::int4 || ':' || coalesce($2, ''), 0))::text AS locked`,
  params: { tenantId: 'int4', memberId: 'text?' },
  row: { locked: 'text!' },
});

const place = defineStatement({
  name: 'accounts.place-views',
  text: `UPDATE saved_views v SET position = placed.position
           FROM unnest($2::text[]) WITH ORDINALITY AS placed (view_id, position)
          WHERE v.tenant_id = $1 AND v.view_id = placed.view_id`,
  params: { tenantId: 'int4', viewIds: 'text[]' },
});

const ORDER = [{ position: 'asc' }, { id: 'asc' }] as const;

type Client = Prisma.TransactionClient;

const oneOf = (scopes: readonly ViewScope[], viewId: string) => ({ viewId, OR: [...scopes] });

/** Own ones first, each in their order. */
export async function findViews({ savedView }: Client, scopes: readonly ViewScope[]): Promise<SavedView[]> {
  const rows = await savedView.findMany({ where: { OR: [...scopes] }, select: VIEW, orderBy: [...ORDER] });
  const isOwn = ({ memberId }: { memberId: string | null }): boolean => memberId !== null;
  return [...rows.filter(isOwn), ...rows.filter((row) => !isOwn(row))].map(toView);
}

/** Locks the views of a scope against concurrent creation and ordering, and returns them in their order. */
export async function lockViews(
  { sql, prisma: { savedView } }: PrismaTransaction,
  scope: ViewScope,
): Promise<SavedView[]> {
  await lock.run(sql, scope);
  return (await savedView.findMany({ where: scope, select: VIEW, orderBy: [...ORDER] })).map(toView);
}

export async function insertView(
  { savedView }: Client,
  tenantId: number,
  view: SavedView & { createdAt: Date },
): Promise<void> {
  await savedView.create({ data: { ...view, tenantId } });
}

/** Sets positions in the order of the list. */
export async function saveOrder(sql: Sql, tenantId: number, viewIds: readonly string[]): Promise<void> {
  await place.run(sql, { tenantId, viewIds: [...viewIds] });
}

/** Changes a view in one of these scopes; null: there is none. */
export async function saveView(
  { savedView }: Client,
  scopes: readonly ViewScope[],
  viewId: string,
  { name, filter }: ViewChanges,
): Promise<SavedView | null> {
  const data = { ...(name === undefined ? {} : { name }), ...(filter === undefined ? {} : { filter }) };
  const [changed] = await savedView.updateManyAndReturn({ where: oneOf(scopes, viewId), data, select: VIEW });
  return changed ? toView(changed) : null;
}

/** False: there is no such view in one of these scopes. */
export async function deleteView(
  { savedView }: Client,
  scopes: readonly ViewScope[],
  viewId: string,
): Promise<boolean> {
  return (await savedView.deleteMany({ where: oneOf(scopes, viewId) })).count > 0;
}
