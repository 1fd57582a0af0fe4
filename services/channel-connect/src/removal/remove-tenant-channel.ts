import { verb } from '@parley/bus/verb';
import { removeDevice } from '@parley/common/contracts/internal/remove-device';
import { removeTenantChannel as contract } from '@parley/common/contracts/operator/tenant-channels';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { ChannelConnectService } from '../service.ts';
import { removeChannel } from './disconnect.steps.ts';

/**
 * Disconnects a channel for the operator (docs/reference/operator-api.md#channels). Errors: unknown_tenant,
 * not_connected.
 */
export const removeTenantChannel = verb(
  contract,
  async (service: ChannelConnectService, { slug, channel, id }, context) => {
    const tenantId = await tenantOfSlug(service.database, slug);
    const gone = { channel, id, status: 'disconnected' } as const;
    if (channel === 'wd') {
      // Linked phones belong to services/pairing.
      await service.bus.call(removeDevice, { tenantId, externalId: id, reason: 'dashboard' }, context);
      return { ...gone, alsoDisconnected: [] };
    }
    const alsoDisconnected = await removeChannel(service, { tenantId, channel, externalId: id }, 'dashboard');
    return { ...gone, alsoDisconnected };
  },
);
