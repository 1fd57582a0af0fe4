import type { EraseProgress, eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { ConnectedAccount } from '../storage/erase-store.ts';
import type { RemoveChannel } from './remove-channel.ts';

export interface EraseDataDeps {
  findConnected(tenantId: number, count: number): Promise<ConnectedAccount[]>;
  removeChannel: RemoveChannel;
  removeTenantRows(tenantId: number, now: Date): Promise<Record<string, number>>;
  countLeft(tenantId: number): Promise<number>;
  now(): Date;
}

const AT_ONCE = 20;

/**
 * Disconnects the channels of a tenant and deletes their credentials; removal jobs call their providers. The accounts'
 * rows are deleted when the jobs have ended and nothing refers to them any more.
 */
export function makeEraseData(deps: EraseDataDeps) {
  async function disconnect(tenantId: number, { channel, externalId }: ConnectedAccount): Promise<void> {
    try {
      await deps.removeChannel(tenantId, channel, externalId, 'dashboard');
    } catch (error) {
      // It was removed with its linked page.
      if (!(error instanceof AppError && error.code === 'not_connected')) throw error;
    }
  }

  return {
    async eraseTenantData({ tenantId }: InputOf<(typeof eraseTenantData)['channel-connect']>): Promise<EraseProgress> {
      const connected = await deps.findConnected(tenantId, AT_ONCE);
      for (const account of connected) await disconnect(tenantId, account);
      if (connected.length > 0) return { erased: { disconnected: connected.length }, cursor: 'more', waiting: 0 };
      const erased = await deps.removeTenantRows(tenantId, deps.now());
      return { erased, cursor: null, waiting: await deps.countLeft(tenantId) };
    },
  };
}
