import type {
  getDelivery,
  getPlatformDelivery,
  listDeliveries,
  listPlatformDeliveries,
  replayDeliveries,
  replayPlatformDeliveries,
  sendTestEvent,
} from '@parley/common/contracts/operator/deliveries';
import type { testPlatformWebhook } from '@parley/common/contracts/operator/platform-webhook';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { defineCursor } from '@parley/database/list-cursor';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import { buildBody, type Outgoing } from '../domain/build-request.ts';
import { sampleData } from '../domain/sample-event.ts';
import { makeScopeOf } from '../domain/scope-of.ts';
import { type KeptSecrets, sentHeaders } from '../domain/sent-headers.ts';
import type { FoundAttempt, FoundDelivery } from '../storage/delivery-admin-store.ts';
import type { DeliveryContent } from '../storage/delivery-content-store.ts';
import type { DeliveryFilter, LookedAt } from '../storage/delivery-list-store.ts';
import type { Replayed as ReplayedRow, ReplayFilter } from '../storage/replay-store.ts';

export interface ManageDeps {
  tenantOf: TenantOf;
  findPlatformWebhook(scope: number): Promise<string | null>;
  listDeliveries(scope: number, filter: DeliveryFilter): Promise<LookedAt>;
  findDelivery(scope: number, id: string): Promise<FoundDelivery | null>;
  findAttempts(deliveryId: string, instanceId: string): Promise<FoundAttempt[]>;
  findContent(scope: number, deliveryId: string): Promise<DeliveryContent | null>;
  /** Null where a secret cannot be decrypted. */
  openSecrets(content: DeliveryContent): KeptSecrets | null;
  /** Makes waiting deliveries among `ids` due now, and returns them. */
  makeDue(
    scope: number,
    filter: { ids: readonly string[]; instanceId?: string | undefined },
  ): Promise<{ id: string; instanceId: string }[]>;
  replayEnded(scope: number, filter: ReplayFilter): Promise<ReplayedRow[]>;
  writeTestEvent(given: {
    scope: number;
    instanceId: string;
    eventId: string;
    type: string;
    data: string;
    at: Date;
  }): Promise<string | null>;
  wake(instanceIds: string[]): void;
  now(): Date;
}

const NEWEST_FIRST = defineCursor('delivery', { id: 'int8' });

const toView = (delivery: FoundDelivery) => ({
  id: delivery.id,
  eventId: delivery.eventId,
  event: delivery.event,
  instanceId: delivery.instanceId,
  status: delivery.status,
  nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
  createdAt: delivery.createdAt.toISOString(),
});

/** Maximum of one transaction; a larger replay continues at the cursor. */
const REPLAYED_AT_ONCE = 1000;
const OLDEST_FIRST = defineCursor('replay', { id: 'int8' });

const toAttemptView = (event: Outgoing, secrets: KeptSecrets | null, attempt: FoundAttempt) => {
  const { at, statusCode, latencyMs, error, response } = attempt;
  return {
    at: at.toISOString(),
    statusCode,
    latencyMs,
    error,
    response,
    headers: sentHeaders(event, attempt, secrets),
  };
};

/** Scope of deliveries: a tenant, or without a slug the deployment's platform webhook. */
export interface Of {
  slug?: string | undefined;
}
type Listed = Omit<InputOf<typeof listDeliveries>, 'slug'> & Of;
type Shown = Omit<InputOf<typeof getDelivery>, 'slug'> & Of;
type Replayed = Omit<InputOf<typeof replayDeliveries>, 'slug'> & Of;

/** Operator actions on deliveries (docs/reference/webhook-delivery.md#managing-deliveries). */
export function makeManageDeliveries(deps: ManageDeps) {
  const scopeOf = makeScopeOf(deps.tenantOf);

  async function writeTest(given: { scope: number; instanceId: string; event: string; note: string | undefined }) {
    const { scope, instanceId, event: type, note } = given;
    const eventId = makeId('evt');
    const at = deps.now();
    const data = JSON.stringify(sampleData(type, { at, note }));
    const deliveryId = await deps.writeTestEvent({ scope, instanceId, eventId, type, data, at });
    if (deliveryId === null) return null;
    deps.wake([instanceId]);
    return { eventId, deliveryId };
  }

  return {
    async list({
      slug,
      cursor,
      limit,
      instanceId,
      ...filter
    }: Listed): Promise<OutputOf<typeof listDeliveries> & OutputOf<typeof listPlatformDeliveries>> {
      const before = NEWEST_FIRST.read(cursor)?.id;
      const { found, lookedDownTo } = await deps.listDeliveries(await scopeOf(slug), {
        ...filter,
        instanceId,
        before,
        limit: limit + 1,
      });
      const page = NEWEST_FIRST.pageOf(found, limit, toView, ({ id }) => ({ id }));
      if (page.nextCursor !== null || lookedDownTo === null) return page;
      return { ...page, nextCursor: NEWEST_FIRST.after({ id: lookedDownTo }) };
    },
    async show({ slug, id }: Shown): Promise<OutputOf<typeof getDelivery> & OutputOf<typeof getPlatformDelivery>> {
      const scope = await scopeOf(slug);
      const [delivery, content] = await Promise.all([deps.findDelivery(scope, id), deps.findContent(scope, id)]);
      if (!delivery || !content) throw new AppError('unknown_delivery');
      const attempts = await deps.findAttempts(delivery.id, delivery.instanceId);
      const secrets = deps.openSecrets(content);
      return {
        ...toView(delivery),
        payload: buildBody(content.event).toString('utf8'),
        attempts: attempts.map((attempt) => toAttemptView(content.event, secrets, attempt)),
      };
    },
    async replay({
      slug,
      id,
      ids,
      instanceId,
      since,
      until,
      status: wanted,
      cursor,
    }: Replayed): Promise<OutputOf<typeof replayDeliveries> & OutputOf<typeof replayPlatformDeliveries>> {
      const named = id === undefined ? ids : [id];
      // Named deliveries are replayed with any final status.
      const status = wanted === 'any' || named ? null : wanted;
      const after = OLDEST_FIRST.read(cursor)?.id ?? '0';
      const scope = await scopeOf(slug);
      const waiting = named ? await deps.makeDue(scope, { ids: named, instanceId }) : [];
      // A delivery that waited and ends before the next statement was just attempted: it is not replayed.
      const others = named?.filter((one) => !waiting.some((delivery) => delivery.id === one));
      const range = { ids: others, instanceId, since, until, status, after, limit: REPLAYED_AT_ONCE };
      const found = others?.length === 0 ? [] : await deps.replayEnded(scope, range);
      if (named && found.length + waiting.length === 0) throw new AppError('unknown_delivery');
      const instanceIds = [...found, ...waiting].flatMap(({ instanceId: one }) => (one === null ? [] : [one]));
      deps.wake([...new Set(instanceIds)]);
      const last = found.length === REPLAYED_AT_ONCE ? found.at(-1) : undefined;
      return { replayed: instanceIds.length, nextCursor: last ? OLDEST_FIRST.after({ id: last.id }) : null };
    },
    async test({
      slug,
      instanceId,
      event,
      note,
    }: InputOf<typeof sendTestEvent>): Promise<OutputOf<typeof sendTestEvent>> {
      const written = await writeTest({ scope: await scopeOf(slug), instanceId, event, note });
      if (written === null) throw new AppError('unknown_key');
      return written;
    },
    /** To the platform webhook of a tenant, or of the deployment. */
    async testPlatform({
      slug,
      event,
      note,
    }: InputOf<typeof testPlatformWebhook> & Of): Promise<OutputOf<typeof testPlatformWebhook>> {
      const scope = await scopeOf(slug);
      const instanceId = await deps.findPlatformWebhook(scope);
      const written = instanceId && (await writeTest({ scope, instanceId, event, note }));
      if (!written) throw new AppError('unknown_platform_webhook');
      return written;
    },
  };
}

export type ManageDeliveries = ReturnType<typeof makeManageDeliveries>;
