import type { pairPageCode, pairPageQr } from '@parley/common/contracts/internal/pair-page';
import type { pairCode as pairCodeOf } from '@parley/common/contracts/sessions/pair-code';
import type { sessionQr as sessionQrOf } from '@parley/common/contracts/sessions/session-qr';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError, refusedByProvider } from '@parley/common/errors';
import { readableCode } from '../domain/pairing-phone.ts';
import type { DeviceRunner } from './device-runner.ts';
import type { ShareWaiting } from './share-waiting.ts';

export interface LinkDeviceDeps {
  share: ShareWaiting;
  /** A QR as data URL. */
  drawQr(text: string): Promise<string>;
  now(): Date;
}

const RETRY_AFTER_SECONDS = 2;
/** The time that a person needs to type a code: with less left a new connection is opened. */
const WORTHWHILE_MS = 60_000;
const QR_WAIT_MS = 5000;
/** Time reserved for returning the answer. */
const MARGIN_MS = 1500;
/** Limits of waiting requests for codes in this worker: for one session (many visitors of its page), and for one tenant. */
const MAX_WAITING_OF_SESSION = 5;
const MAX_WAITING_OF_TENANT = 20;

const deviceError = (message: string, code: string | null): AppError =>
  refusedByProvider({ name: 'device', status: null, code, message });

function guard(runner: DeviceRunner, now: Date): void {
  const { state } = runner.device();
  if (state.isPaired)
    throw new AppError('already_connected', { message: 'This session is linked to a phone already.' });
  const isUnpaired = state.status === 'created' || state.status === 'connecting' || state.status === 'awaiting_pairing';
  if (state.status === 'deleted') throw new AppError('unknown_session', { message: 'This session is deleted.' });
  if (state.status === 'expired' || (isUnpaired && state.expiresAt <= now))
    throw new AppError('unknown_session', { message: 'This session has expired; create another one.' });
}

/** Codes for linking a phone (docs/reference/sessions.md#pairing-code), on the worker that holds the device. */
export function makeLinkDevice({ share, drawQr, now }: LinkDeviceDeps) {
  const within = <T>(runner: DeviceRunner, work: () => Promise<T>): Promise<T> => {
    const { id, tenantId } = runner.device();
    const shares = [
      { key: `session:${id}`, max: MAX_WAITING_OF_SESSION },
      { key: `tenant:${tenantId}`, max: MAX_WAITING_OF_TENANT },
    ];
    return share(shares, work);
  };

  /** Waits until the deadline for a connection that offers codes. */
  async function offered(runner: DeviceRunner, deadline: number) {
    guard(runner, now());
    await runner.handle({ kind: 'pairing_asked' });
    const found = await runner.connection.untilQr(deadline);
    await runner.settled();
    const { state } = runner.device();
    if (state.isPaired) throw new AppError('already_connected');
    if (found) return found;
    if (state.status === 'failed' || state.status === 'created')
      throw deviceError('The network did not give a code.', state.reason);
    throw new AppError('service_unavailable', {
      message: 'The network has not given a code yet.',
      retry_after: RETRY_AFTER_SECONDS,
    });
  }

  async function pairCode(
    runner: DeviceRunner,
    digits: string,
    deadline: number,
  ): Promise<OutputOf<typeof pairCodeOf> & OutputOf<typeof pairPageCode>> {
    const shown = runner.connection.shownQr();
    if (shown && shown.endsAt.getTime() - now().getTime() < WORTHWHILE_MS)
      await runner.handle({ kind: 'closed', reason: 'pairing_ended' });
    const { qr, socket } = await offered(runner, deadline);
    // Read before the request: the code belongs to this connection, even if another one is opened in the meantime.
    const { since } = runner.device().state;
    const code = await socket.requestPairingCode(digits).catch((error: unknown) => {
      throw deviceError(error instanceof Error ? error.message : String(error), null);
    });
    return {
      ok: true,
      pairingCode: readableCode(code),
      expiresAt: qr.endsAt.toISOString(),
      since: since.toISOString(),
    };
  }

  async function sessionQr(
    runner: DeviceRunner,
    deadline: number,
  ): Promise<OutputOf<typeof sessionQrOf> & OutputOf<typeof pairPageQr>> {
    const { qr } = await offered(runner, deadline);
    const { id, state } = runner.device();
    return {
      ok: true,
      accountId: id,
      status: state.status,
      qr: qr.text,
      image: await drawQr(qr.text),
      expiresAt: qr.expiresAt.toISOString(),
      since: state.since.toISOString(),
    };
  }

  return {
    /** Errors: unknown_session, already_connected, rate_limited, device_error, service_unavailable. */
    pairCode: (runner: DeviceRunner, digits: string, deadlineAt: number) =>
      within(runner, () => pairCode(runner, digits, deadlineAt - MARGIN_MS)),
    /** Errors as above. */
    sessionQr: (runner: DeviceRunner, deadlineAt: number) =>
      within(runner, () => sessionQr(runner, Math.min(Date.now() + QR_WAIT_MS, deadlineAt - MARGIN_MS))),
  };
}

export type LinkDevice = ReturnType<typeof makeLinkDevice>;
