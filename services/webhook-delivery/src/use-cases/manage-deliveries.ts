import type {
  getDelivery,
  listDeliveries,
  replayDeliveries,
  sendTestEvent,
} from '@parley/common/contracts/operator/deliveries';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import type { AttemptRecord, DeliveryFilter, DeliveryRecord } from '../storage/delivery-desk-store.ts';

export interface ManageDeps {
  findTenant(slug: string): Promise<number | null>;
  findDeliveries(tenantId: number, filter: DeliveryFilter): Promise<DeliveryRecord[]>;
  findAttempts(deliveryId: string, instanceId: string): Promise<AttemptRecord[]>;
  replayEnded(tenantId: number, filter: Omit<InputOf<typeof replayDeliveries>, 'slug'>): Promise<string[]>;
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

/** What an operator does with deliveries (webhook-delivery.md, For the people who use it). */
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
      ...filter
    }: InputOf<typeof listDeliveries>): Promise<OutputOf<typeof listDeliveries>> {
      const before = cursor !== undefined && /^\d{1,18}$/.test(cursor) ? cursor : undefined;
      const found = await deps.findDeliveries(await tenantOf(slug), { ...filter, before, limit: limit + 1 });
      const items = found.slice(0, limit);
      return { items, next_cursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
    async show({ slug, id }: InputOf<typeof getDelivery>): Promise<OutputOf<typeof getDelivery>> {
      const [delivery] = await deps.findDeliveries(await tenantOf(slug), { id, limit: 1 });
      if (!delivery) throw new AppError('unknown_delivery');
      return { ...delivery, attempts: await deps.findAttempts(delivery.id, delivery.instance_id) };
    },
    async replay({ slug, ...filter }: InputOf<typeof replayDeliveries>): Promise<OutputOf<typeof replayDeliveries>> {
      const instanceIds = await deps.replayEnded(await tenantOf(slug), filter);
      if (filter.id !== undefined && instanceIds.length === 0)
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
