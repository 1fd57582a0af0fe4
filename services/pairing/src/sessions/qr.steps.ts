import type { pairPageQr } from '@parley/common/contracts/internal/pair-page';
import type { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import type { OutputOf } from '@parley/common/define-contract';
import { toDataURL } from 'qrcode';
import type { HeldDevice } from '../leases/held-device.client.ts';
import type { PairingService } from '../service.ts';
import { awaitCode } from './pair-code.steps.ts';
import { codeSharesOf } from './share-waiting.steps.ts';

type Output = OutputOf<typeof sessionQr> & OutputOf<typeof pairPageQr>;

const QR_WAIT_MS = 5000;
const IMAGE = { margin: 2, width: 320 };

/**
 * The QR of a device that this worker holds, as text and as an image. Errors: unknown_session, already_connected,
 * rate_limited, device_error, service_unavailable.
 */
export async function showQr(service: PairingService, held: HeldDevice, deadlineAt: number): Promise<Output> {
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
