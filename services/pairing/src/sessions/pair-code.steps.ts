import type { pairPageCode, pairPageQr } from '@parley/common/contracts/internal/pair-page';
import type { pairCode } from '@parley/common/contracts/sessions/pair-code';
import type { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { toDataURL } from 'qrcode';
import type { DeviceSocket } from '../devices/device-network.rules.ts';
import type { ShownQr } from '../leases/device-connection.client.ts';
import { handleDeviceEvent } from '../leases/handle-device-event.steps.ts';
import type { HeldDevice } from '../leases/held-device.client.ts';
import type { PairingService } from '../service.ts';
import { deviceError, readableCode, requireUnpaired } from './session.rules.ts';
import { codeSharesOf } from './share-waiting.steps.ts';

type Output = OutputOf<typeof pairCode> & OutputOf<typeof pairPageCode>;

/** The time that a person needs to type a code: with less left a new connection is opened. */
const WORTHWHILE_MS = 60_000;

/**
 * A code to type on the phone with this number, from a device that this worker holds
 * (docs/reference/sessions.md#pairing-code). Errors: unknown_session, already_connected, rate_limited, device_error,
 * service_unavailable.
 */
export async function showPairCode(
  service: PairingService,
  held: HeldDevice,
  digits: string,
  deadlineAt: number,
): Promise<Output> {
  return service.shareWaiting(codeSharesOf(held.device), async () => {
    const shown = held.connection.shownQr();
    if (shown && shown.endsAt.getTime() - service.now().getTime() < WORTHWHILE_MS)
      await handleDeviceEvent(service, held, { kind: 'closed', reason: 'pairing_ended' });
    const { qr, socket } = await awaitCode(service, held, deadlineAt);
    // Read before the request: the code belongs to this connection, even if another one is opened before the answer.
    const { since } = held.device.state;
    const code = await socket.requestPairingCode(digits).catch((error: unknown) => {
      throw deviceError(error instanceof Error ? error.message : String(error), null);
    });
    return {
      ok: true,
      pairingCode: readableCode(code),
      expiresAt: qr.endsAt.toISOString(),
      since: since.toISOString(),
    };
  });
}

const RETRY_AFTER_SECONDS = 2;
/** Time reserved for returning the code. */
const MARGIN_MS = 1500;

/**
 * Waits for a connection that offers codes, until shortly before the request's deadline or for `waitMs`. Errors:
 * unknown_session, already_connected, device_error, service_unavailable.
 */
async function awaitCode(
  service: PairingService,
  held: HeldDevice,
  deadlineAt: number,
  waitMs = Number.POSITIVE_INFINITY,
): Promise<{ qr: ShownQr; socket: DeviceSocket }> {
  const deadline = Math.min(Date.now() + waitMs, deadlineAt - MARGIN_MS);
  requireUnpaired(held.device, service.now());
  await handleDeviceEvent(service, held, { kind: 'pairing_asked' });
  const found = await held.connection.untilQr(deadline);
  await held.settled;
  const { state } = held.device;
  if (state.isPaired) throw new AppError('already_connected');
  if (found?.proxyProblem)
    throw deviceError(`The proxy of this session opened no connection. ${found.proxyProblem.message}`, state.reason);
  if (found) return found;
  if (state.status === 'failed' || state.status === 'created')
    throw deviceError(`The network did not give a code (${state.reason ?? 'no reason'}).`, state.reason);
  throw new AppError('service_unavailable', {
    message: 'The network has not given a code yet.',
    retry_after: RETRY_AFTER_SECONDS,
  });
}

type Qr = OutputOf<typeof sessionQr> & OutputOf<typeof pairPageQr>;

const QR_WAIT_MS = 5000;
const IMAGE = { margin: 2, width: 320 };

/**
 * The QR of a device that this worker holds, as text and as an image. Errors: unknown_session, already_connected,
 * rate_limited, device_error, service_unavailable.
 */
export async function showQr(service: PairingService, held: HeldDevice, deadlineAt: number): Promise<Qr> {
  return service.shareWaiting(codeSharesOf(held.device), async () => {
    const { qr } = await awaitCode(service, held, deadlineAt, QR_WAIT_MS);
    const { id, state } = held.device;
    return {
      ok: true,
      accountId: id,
      status: state.status,
      qr: qr.text,
      image: await toDataURL(qr.text, IMAGE),
      expiresAt: qr.expiresAt.toISOString(),
      since: state.since.toISOString(),
    };
  });
}
