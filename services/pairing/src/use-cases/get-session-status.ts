import { type CallContext, callerOf } from '@parley/common/call-context';
import type { sessionStatus } from '@parley/common/contracts/sessions/session-status';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { publicUrlOf } from '@parley/runtime/environment';
import { pairUrlOf, stageOf } from '../domain/pair-page.ts';
import { isInForce } from '../domain/restriction.ts';
import type { PairingRecords } from '../records.ts';
import { findSession } from './find-session.ts';

/** The state of a session (docs/reference/sessions.md#states). Errors: unknown_session. */
export async function getSessionStatus(
  service: PairingRecords,
  { sessionToken }: InputOf<typeof sessionStatus>,
  context: CallContext,
): Promise<OutputOf<typeof sessionStatus>> {
  const device = await findSession(service, callerOf(context).tenantId, sessionToken);
  const { id, label, phone, state, restriction } = device;
  const now = service.now();
  // The sweep will store this status soon.
  const isOver = !state.isPaired && state.status === 'created' && state.expiresAt <= now;
  const isRestricted = restriction !== null && state.isPaired && isInForce(restriction, now);
  const isOpen = stageOf(device, now) === 'open';
  return {
    ok: true,
    accountId: id,
    label,
    status: isOver ? 'expired' : state.status,
    since: (isOver ? state.expiresAt : state.since).toISOString(),
    phone,
    reason: isOver ? null : (state.reason ?? (isRestricted ? restriction.name : null)),
    pairUrl: isOpen ? pairUrlOf(publicUrlOf(service.environment), service.cipher, device) : null,
  };
}
