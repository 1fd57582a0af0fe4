import type {
  getDelivery,
  listDeliveries,
  replayDeliveries,
  sendTestEvent,
} from '@parley/common/contracts/operator/deliveries';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import type { DeliveryFilter, FoundAttempt, FoundDelivery, ReplayFilter } from '../storage/delivery-admin-store.ts';

export interface ManageDeps {
  findTenant(slug: string): Promise<number | null>;
  findDeliveries(tenantId: number, filter: DeliveryFilter): Promise<FoundDelivery[]>;
  findAttempts(deliveryId: string, instanceId: string): Promise<FoundAttempt[]>;
  replayEnded(tenantId: number, filter: ReplayFilter): Promise<string[]>;
  writeTestEvent(given: {
    tenantId: number;
    instanceId: string;
    eventId: string;
    type: string;
    data: string;
    at: Date;
  }): Promise<string | null>;
  wake(instanceIds: string[]): void;
  now(): Date;
}

const toView = (delivery: FoundDelivery) => ({
  id: delivery.id,
  event_id: delivery.eventId,
  event: delivery.event,
  instance_id: delivery.instanceId,
  status: delivery.status,
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  created_at: delivery.createdAt.toISOString(),
});

const toAttemptView = ({ at, statusCode, latencyMs, error, response }: FoundAttempt) => ({
  at: at.toISOString(),
  status_code: statusCode,
  latency_ms: latencyMs,
  error,
  response,
});

/** What an operator does with deliveries (docs/reference/webhook-delivery.md#managing-deliveries). */
export function makeManageDeliveries(deps: ManageDeps) {
  async function tenantOf(slug: string): Promise<number> {
    const tenantId = await deps.findTenant(slug);
    if (tenantId === null) throw new AppError('unknown_tenant');
    return tenantId;
  }
  return {
    async list({
      slug,
      cursor,
      limit,
      instance_id: instanceId,
      ...filter
    }: InputOf<typeof listDeliveries>): Promise<OutputOf<typeof listDeliveries>> {
      const before = cursor !== undefined && /^\d{1,18}$/.test(cursor) ? cursor : undefined;
      const found = await deps.findDeliveries(await tenantOf(slug), {
        ...filter,
        instanceId,
        before,
        limit: limit + 1,
      });
      const items = found.slice(0, limit).map(toView);
      return { items, next_cursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
    async show({ slug, id }: InputOf<typeof getDelivery>): Promise<OutputOf<typeof getDelivery>> {
      const [delivery] = await deps.findDeliveries(await tenantOf(slug), { id, limit: 1 });
      if (!delivery) throw new AppError('unknown_delivery');
      const attempts = await deps.findAttempts(delivery.id, delivery.instanceId);
      return { ...toView(delivery), attempts: attempts.map(toAttemptView) };
    },
    async replay({
      slug,
      id,
      instance_id: instanceId,
      since,
      until,
      status: wanted,
    }: InputOf<typeof replayDeliveries>): Promise<OutputOf<typeof replayDeliveries>> {
      // One that is named is replayed whatever it ended as.
      const status = wanted === 'any' || id !== undefined ? null : wanted;
      const instanceIds = await deps.replayEnded(await tenantOf(slug), { id, instanceId, since, until, status });
      if (id !== undefined && instanceIds.length === 0)
        throw new AppError('unknown_delivery', { message: 'No ended delivery of this tenant has this id.' });
      deps.wake([...new Set(instanceIds)]);
      return { replayed: instanceIds.length };
    },
    async test({
      slug,
      instance_id: instanceId,
      event,
      note,
    }: InputOf<typeof sendTestEvent>): Promise<OutputOf<typeof sendTestEvent>> {
      const tenantId = await tenantOf(slug);
      const eventId = makeId('evt');
      const data = JSON.stringify({ test: true, note: note ?? null });
      const deliveryId = await deps.writeTestEvent({
        tenantId,
        instanceId,
        eventId,
        type: event,
        data,
        at: deps.now(),
      });
      if (deliveryId === null) throw new AppError('unknown_key');
      deps.wake([instanceId]);
      return { event_id: eventId, delivery_id: deliveryId };
    },
  };
}

export type ManageDeliveries = ReturnType<typeof makeManageDeliveries>;
