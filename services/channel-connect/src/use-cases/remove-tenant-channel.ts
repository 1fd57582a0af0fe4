import type { CallContext } from '@parley/common/call-context';
import { removeDevice } from '@parley/common/contracts/internal/remove-device';
import type { removeTenantChannel as contract } from '@parley/common/contracts/operator/tenant-channels';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { ChannelConnectService } from '../service.ts';
import { removeChannel } from './remove-channel.ts';

/**
 * Disconnects a channel for the operator (docs/reference/operator-api.md#channels). Errors: unknown_tenant,
 * not_connected.
 */
export async function removeTenantChannel(
  service: ChannelConnectService,
  { slug, channel, id }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = await tenantOfSlug(service.database, slug);
  const gone = { channel, id, status: 'disconnected' } as const;
  if (channel === 'wd') {
    // Linked phones belong to services/pairing.
    await service.bus.call(removeDevice, { tenantId, externalId: id, reason: 'dashboard' }, context);
    return { ...gone, alsoDisconnected: [] };
  }
  const alsoDisconnected = await removeChannel(service, { tenantId, channel, externalId: id }, 'dashboard');
  return { ...gone, alsoDisconnected };
}
