import type { pairPageCode } from '@parley/common/contracts/internal/pair-page';
import type { pairCode } from '@parley/common/contracts/sessions/pair-code';
import type { OutputOf } from '@parley/common/define-contract';
import type { HeldDevice } from '../adapters/held-device.ts';
import { deviceError } from '../domain/device-error.ts';
import { readableCode } from '../domain/pairing-phone.ts';
import { codeSharesOf } from '../domain/share-waiting.ts';
import type { PairingService } from '../service.ts';
import { awaitCode } from './await-code.ts';
import { handleDeviceEvent } from './handle-device-event.ts';

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
    // Read before the request: the code belongs to this connection, even if another one is opened in the meantime.
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
