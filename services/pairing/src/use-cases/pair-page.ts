import type { openPairPage, PairPage } from '@parley/common/contracts/internal/pair-page';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { LinkedDevice } from '../domain/linked-device.ts';
import { type PairAddress, stageOf } from '../domain/pair-page.ts';
import type { DeviceStore } from '../storage/device-store.ts';

export interface PairPageDeps {
  address: Pick<PairAddress, 'read'>;
  find: DeviceStore['find'];
  isTenantActive(tenantId: number): Promise<boolean>;
  now(): Date;
}

/** The hosted page of a session (docs/reference/sessions.md#hosted-page). Errors: unknown_session. */
export function makePairPage({ address, find, isTenantActive, now }: PairPageDeps) {
  async function findPage(token: string): Promise<LinkedDevice> {
    const named = address.read(token);
    const device = named && (await find(named.tenantId, named.id));
    if (!device) throw new AppError('unknown_session');
    return device;
  }

  /** An inactive tenant cannot link a phone (docs/reference/console.md#inactive-workspaces). */
  async function findStage(device: LinkedDevice): Promise<PairPage['stage']> {
    const stage = stageOf(device, now());
    return stage === 'open' && !(await isTenantActive(device.tenantId)) ? 'paused' : stage;
  }

  return {
    async show({ token }: InputOf<typeof openPairPage>): Promise<PairPage> {
      const device = await findPage(token);
      const { label, state } = device;
      const stage = await findStage(device);
      // The sweep will store this status soon.
      const isOver = stage === 'over' && !state.isPaired && state.expiresAt <= now() && state.status === 'created';
      return {
        stage,
        status: isOver ? 'expired' : state.status,
        reason: state.reason,
        since: state.since.toISOString(),
        label,
      };
    },

    /** The session, while its page may link a phone. Further errors: already_connected, tenant_inactive. */
    async findOpen(token: string): Promise<LinkedDevice> {
      const device = await findPage(token);
      const stage = await findStage(device);
      if (stage === 'paused') throw new AppError('tenant_inactive');
      if (stage === 'over') throw new AppError('unknown_session', { message: 'This link is over.' });
      if (stage !== 'open') throw new AppError('already_connected');
      return device;
    },
  };
}
export type PairPageUseCase = ReturnType<typeof makePairPage>;
