import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { sessionStatus } from '@parley/common/contracts/sessions/session-status';
import { publicUrlOf } from '@parley/runtime/environment';
import { isInForce, limitsOf } from '../devices/linked-device.rules.ts';
import { pairUrlOf, stageOf } from '../pages/pair-page.rules.ts';
import { showProxy } from '../proxies/proxy.rules.ts';
import { findProxy } from '../proxies/proxy.store.ts';
import type { PairingRecords } from '../records.ts';
import { findSession } from './find-session.steps.ts';

/** The state of a session (docs/reference/sessions.md#states). Errors: unknown_session. */
export const getSessionStatus = verb(sessionStatus, async (service: PairingRecords, input, context) => {
  const device = await findSession(service, callerOf(context).tenantId, input);
  const found = await findProxy(service.database.prisma, service.cipher, device);
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
    detail: isOver ? null : state.detail,
    proxy: found?.proxy ? showProxy(found.proxy) : null,
    pairUrl: isOpen ? pairUrlOf(publicUrlOf(service.environment), service.cipher, device) : null,
    limits: state.isPaired ? limitsOf(device, now) : null,
  };
});
