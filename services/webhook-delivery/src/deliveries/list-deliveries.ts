import type { listDeliveries as contract } from '@parley/common/contracts/operator/deliveries';
import type { InputOf, OutputOf, Scoped } from '@parley/common/define-contract';
import { defineCursor } from '@parley/database/statements/list-cursor';
import type { WebhookDeliveryService } from '../service.ts';
import { findDeliveries } from './delivery-list.store.ts';
import { toDeliveryView } from './delivery-view.rules.ts';
import { findScope } from './find-scope.steps.ts';

const NEWEST_FIRST = defineCursor('delivery', { id: 'int8' });

/**
 * The deliveries of a scope, newest first (docs/reference/operator-api.md#deliveries-and-webhooks). Errors:
 * unknown_tenant, invalid_cursor.
 */
export async function listDeliveries(
  service: WebhookDeliveryService,
  { slug, cursor, limit, ...filter }: Scoped<InputOf<typeof contract>>,
): Promise<OutputOf<typeof contract>> {
  const before = NEWEST_FIRST.read(cursor)?.id;
  const scope = await findScope(service, { slug });
  const { found, lookedDownTo } = await service.database.read((reader) =>
    findDeliveries(reader, scope, { ...filter, before, limit: limit + 1 }),
  );
  const page = NEWEST_FIRST.pageOf(found, limit, toDeliveryView, ({ id }) => ({ id }));
  if (page.nextCursor !== null || lookedDownTo === null) return page;
  return { ...page, nextCursor: NEWEST_FIRST.after({ id: lookedDownTo }) };
}
