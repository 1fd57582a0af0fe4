import { verb } from '@parley/bus/verb';
import { eraseTenantData as contracts } from '@parley/common/contracts/internal/erase-data';
import { AppError } from '@parley/common/errors';
import { deleteUnusedAccounts } from '@parley/messaging/accounts/write-accounts';
import type { ChannelAccount } from '../channels/account.rules.ts';
import type { ChannelConnectService } from '../service.ts';
import { removeChannel } from './disconnect.steps.ts';
import { countLeft, deleteTenantRows, listOwnConnected } from './removal.store.ts';

const AT_ONCE = 20;

async function disconnect(
  service: ChannelConnectService,
  account: Pick<ChannelAccount, 'tenantId' | 'channel' | 'externalId'>,
): Promise<void> {
  try {
    await removeChannel(service, account, 'dashboard');
  } catch (error) {
    // It was removed with its linked page.
    if (!(error instanceof AppError && error.code === 'not_connected')) throw error;
  }
}

/**
 * Disconnects the channels of a tenant and deletes their credentials; removal jobs call their providers. The accounts'
 * rows are deleted when the jobs have ended and nothing refers to them any more.
 */
export const eraseTenantData = verb(
  contracts['channel-connect'],
  async (service: ChannelConnectService, { tenantId }) => {
    const { database } = service;
    const connected = await listOwnConnected(database, tenantId, AT_ONCE);
    for (const account of connected) await disconnect(service, { tenantId, ...account });
    if (connected.length > 0) return { erased: { disconnected: connected.length }, cursor: 'more', waiting: 0 };
    const now = service.now();
    const rows = await database.prismaTransaction((transaction) => deleteTenantRows(transaction, tenantId));
    const erased = { ...rows, channels: await deleteUnusedAccounts(database, tenantId, now) };
    return { erased, cursor: null, waiting: await countLeft(database, tenantId) };
  },
);
