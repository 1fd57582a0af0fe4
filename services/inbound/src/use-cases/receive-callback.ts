import type { CallContext } from '@parley/common/call-context';
import type { receiveCallback as contract } from '@parley/common/contracts/internal/receive-callback';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { isForwarded } from '../domain/forwarded-item.ts';
import { parseCallback } from '../domain/parse-callback.ts';
import type { InboundService } from '../service.ts';
import { acknowledgeCallbacks } from './acknowledge-callbacks.ts';
import { forwardItems } from './forward-items.ts';
import { learnNames } from './learn-names.ts';
import { openCallWindows } from './open-call-windows.ts';
import { reportLostTexts } from './report-lost-texts.ts';
import { storeItems } from './store-items.ts';
import { verifyCallback } from './verify-callback.ts';

/**
 * Receives a provider's webhook: verifies its signature over the exact bytes, then commits everything in it. Answers
 * only after the commit, so that nothing that was answered 200 can be lost
 * (docs/reference/webhook-delivery.md#promise). Errors: invalid_signature, invalid_json, service_unavailable.
 */
export async function receiveCallback(
  service: InboundService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  await verifyCallback(service, input);
  const items = parseCallback(input, service.now());
  await openCallWindows(service, items);
  const forwarded = items.filter(isForwarded);
  await Promise.all([
    storeItems(
      service,
      items.filter((item) => !isForwarded(item)),
    ),
    forwarded.length > 0 ? forwardItems(service, forwarded, context) : undefined,
  ]);
  acknowledgeCallbacks(service, items);
  learnNames(service, items);
  reportLostTexts(service, items);
  return { items: items.length };
}
