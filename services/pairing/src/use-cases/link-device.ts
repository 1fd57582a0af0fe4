import type { pairCode } from '@parley/common/contracts/sessions/pair-code';
import type { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { readableCode } from '../domain/pairing-phone.ts';
import type { DeviceRunner } from './device-runner.ts';

export interface LinkDeviceDeps {
  /** A QR as data URL. */
  drawQr(text: string): Promise<string>;
  now(): Date;
}

const RETRY_AFTER_SECONDS = 2;
/** A code needs the time that somebody takes to type it: with less left a new connection is made. */
const WORTHWHILE_MS = 60_000;
const QR_WAIT_MS = 5000;
/** Kept for the answer's way back. */
const MARGIN_MS = 1500;

const deviceError = (message: string, code: string | null): AppError =>
  new AppError('device_error', { message, provider: { name: 'device', status: null, code, message } });

function guard(runner: DeviceRunner, now: Date): void {
  const { state } = runner.device();
  if (state.isPaired)
    throw new AppError('already_connected', { message: 'This session is linked to a phone already.' });
  const isUnpaired = state.status === 'created' || state.status === 'connecting' || state.status === 'awaiting_pairing';
  if (state.status === 'deleted') throw new AppError('unknown_session', { message: 'This session is deleted.' });
  if (state.status === 'expired' || (isUnpaired && state.expiresAt <= now))
    throw new AppError('unknown_session', { message: 'This session has expired; create another one.' });
}

/** Codes for linking a phone (source §4 #9 and #11, contract §5), where the device is held. */
export function makeLinkDevice({ drawQr, now }: LinkDeviceDeps) {
  /** A connection that shows codes, waited for until then. */
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

  return {
    /** A new code for a phone. Errors: unknown_session, already_connected, device_error, service_unavailable. */
    async pairCode(runner: DeviceRunner, digits: string, deadlineAt: number): Promise<OutputOf<typeof pairCode>> {
      const deadline = deadlineAt - MARGIN_MS;
      const shown = runner.connection.shownQr();
      if (shown && shown.endsAt.getTime() - now().getTime() < WORTHWHILE_MS)
        await runner.handle({ kind: 'closed', reason: 'pairing_ended' });
      const { qr, socket } = await offered(runner, deadline);
      const code = await socket.requestPairingCode(digits).catch((error: unknown) => {
        throw deviceError(error instanceof Error ? error.message : String(error), null);
      });
      return { ok: true, pairing_code: readableCode(code), expires_at: qr.endsAt.toISOString() };
    },

    /** The QR on show. Errors as above. */
    async sessionQr(runner: DeviceRunner, deadlineAt: number): Promise<OutputOf<typeof sessionQr>> {
      const deadline = Math.min(Date.now() + QR_WAIT_MS, deadlineAt - MARGIN_MS);
      const { qr } = await offered(runner, deadline);
      const { id, state } = runner.device();
      return {
        ok: true,
        account_id: id,
        status: state.status,
        qr: qr.text,
        image: await drawQr(qr.text),
        expires_at: qr.expiresAt.toISOString(),
      };
    },
  };
}
