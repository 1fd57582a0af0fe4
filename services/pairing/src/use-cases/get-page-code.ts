import type { CallContext } from '@parley/common/call-context';
import { pairPageCode } from '@parley/common/contracts/internal/pair-page';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/replayed';
import { pairingDigits } from '../domain/pairing-phone.ts';
import type { PairingService } from '../service.ts';
import { findOpenPage } from './find-open-page.ts';
import { routeToHolder } from './route-to-holder.ts';
import { showPairCode } from './show-pair-code.ts';

type Output = OutputOf<typeof pairPageCode>;

/** A code of a hosted page. Errors: invalid_phone, those of {@link findOpenPage} and {@link showPairCode}. */
export async function getPageCode(
  service: PairingService,
  input: InputOf<typeof pairPageCode>,
  context: CallContext,
): Promise<Output | Replayed<Output>> {
  const digits = pairingDigits(input.phone);
  const device = await findOpenPage(service, input.token);
  return routeToHolder(service, device.id, pairPageCode, input, context, (held) =>
    showPairCode(service, held, digits, context.deadlineAt),
  );
}
