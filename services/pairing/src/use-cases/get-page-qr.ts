import type { CallContext } from '@parley/common/call-context';
import { pairPageQr } from '@parley/common/contracts/internal/pair-page';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/replayed';
import type { PairingService } from '../service.ts';
import { findOpenPage } from './find-open-page.ts';
import { routeToHolder } from './route-to-holder.ts';
import { showQr } from './show-qr.ts';

type Output = OutputOf<typeof pairPageQr>;

/** The QR of a hosted page. Errors: those of {@link findOpenPage} and {@link showQr}. */
export async function getPageQr(
  service: PairingService,
  input: InputOf<typeof pairPageQr>,
  context: CallContext,
): Promise<Output | Replayed<Output>> {
  const device = await findOpenPage(service, input.token);
  return routeToHolder(service, device.id, pairPageQr, input, context, (held) =>
    showQr(service, held, context.deadlineAt),
  );
}
