import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { replayDeliveries as contract } from '@parley/common/contracts/operator/deliveries';
import type { InputOf, OutputOf, Scoped } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { defineCursor } from '@parley/database/statements/list-cursor';
import type { WebhookDeliveryService } from '../service.ts';
import { findScope } from './find-scope.steps.ts';
import { makeDeliveriesDue, replayEnded } from './replay.store.ts';

/** Maximum of one transaction; a larger replay continues at the cursor. */
const REPLAYED_AT_ONCE = 1000;
const OLDEST_FIRST = defineCursor('replay', { id: 'int8' });

/**
 * Puts ended deliveries back in their lanes, and makes named ones that wait due now
 * (docs/reference/webhook-delivery.md#managing-deliveries). Errors: unknown_tenant, unknown_delivery, invalid_cursor.
 */
export async function replayDeliveries(
  service: WebhookDeliveryService,
  input: Scoped<InputOf<typeof contract>>,
): Promise<OutputOf<typeof contract>> {
  const { database } = service;
  const { id, ids, instanceId, since, until, cursor } = input;
  const named = id === undefined ? ids : [id];
  // Named deliveries are replayed with any final status.
  const status = input.status === 'any' || named ? null : input.status;
  const after = OLDEST_FIRST.read(cursor)?.id ?? '0';
  const scope = await findScope(service, input);
  const waiting = named ? await makeDeliveriesDue(database, scope, { ids: named, instanceId }) : [];
  // A delivery that waited and ends before the next statement was just attempted: it is not replayed.
  const others = named?.filter((one) => !waiting.some((delivery) => delivery.id === one));
  const range = { ids: others, instanceId, since, until, status, after, limit: REPLAYED_AT_ONCE };
  const found = others?.length === 0 ? [] : await replayEnded(database, scope, range);
  if (named && found.length + waiting.length === 0) throw new AppError('unknown_delivery');
  const instanceIds = [...found, ...waiting].flatMap(({ instanceId: one }) => (one === null ? [] : [one]));
  wakeDeliveries(service.bus, instanceIds);
  const last = found.length === REPLAYED_AT_ONCE ? found.at(-1) : undefined;
  return { replayed: instanceIds.length, nextCursor: last ? OLDEST_FIRST.after({ id: last.id }) : null };
}
