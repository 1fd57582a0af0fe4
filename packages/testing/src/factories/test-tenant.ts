import { randomBytes } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import type { CallContext, Caller } from '@parley/common/call-context';
import { CHANNELS, type Channel } from '@parley/common/channels';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import { DEFAULT_EVENT_TYPES } from '@parley/common/events/event-types';
import { makeId } from '@parley/common/ids';
import type { Database } from '@parley/database/connection/connect-database';

/** A tenant, and one key of it. */
export interface TestTenant {
  id: number;
  slug: string;
  caller: Caller;
}

/** A new tenant with a key that is subscribed to every event and may use these channels (default: all). */
export async function makeTestTenant(
  { prisma }: Pick<Database, 'prisma'>,
  channels: readonly Channel[] = CHANNELS,
): Promise<TestTenant> {
  const slug = `t-${randomBytes(5).toString('hex')}`;
  const { id } = await prisma.tenant.create({ data: { slug, name: slug } });
  const instanceId = makeId('ins');
  await prisma.apiKey.create({
    data: {
      instanceId,
      tenantId: id,
      label: 'test',
      keyHash: randomBytes(32),
      channels: [...CHANNELS],
      events: [...DEFAULT_EVENT_TYPES],
      webhookUrl: 'https://example.com/hook',
      webhookSecret: '',
    },
  });
  return {
    id,
    slug,
    caller: { tenantId: id, tenantSlug: slug, instanceId, channels: [...channels] },
  };
}

/** Events of a tenant, in the order in which they were written. */
export async function eventsOfTenant(
  { prisma }: Pick<Database, 'prisma'>,
  { id }: Pick<TestTenant, 'id'>,
): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const events = await prisma.event.findMany({ where: { tenantId: id }, orderBy: { seq: 'asc' } });
  return events.map(({ type, data }) => ({ type, data: JSON.parse(data) }));
}

/** Calls with a tenant's key, as the gateway does. */
export async function actAsTenant<C extends Contract>(
  bus: BusClient,
  { caller }: Pick<TestTenant, 'caller'>,
  contract: C,
  input: InputOf<C>,
  context: Partial<CallContext> = {},
): Promise<{ output: OutputOf<C>; replayed: boolean }> {
  const { output, meta } = await bus.callWithMeta(contract, input, { requestId: 'req_test', caller, ...context });
  return { output, replayed: meta.replayed === true };
}
