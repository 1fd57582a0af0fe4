import { verb } from '@parley/bus/verb';
import { openPairPage as contract } from '@parley/common/contracts/internal/pair-page';
import type { PairingRecords } from '../records.ts';
import { findPage } from './find-page.steps.ts';

/** The hosted page of a session (docs/reference/sessions.md#hosted-page). Errors: unknown_session. */
export const openPairPage = verb(contract, async (service: PairingRecords, { token }) => {
  const { device, stage } = await findPage(service, token);
  const { label, state, tenantId, instanceId } = device;
  // The sweep will store this status soon.
  const isOver = stage === 'over' && !state.isPaired && state.expiresAt <= service.now() && state.status === 'created';
  return {
    stage,
    status: isOver ? 'expired' : state.status,
    reason: state.reason,
    since: state.since.toISOString(),
    label,
    ...(stage === 'over' && state.reason === 'passkey_required' ? { passkeyKey: { tenantId, instanceId } } : {}),
  };
});
