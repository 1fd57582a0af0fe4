import { reportBroken } from '@parley/bus/report-broken-channel';
import type { HandedOver } from '../domain/channel-sender.ts';
import type { SendOrder } from '../domain/send-order.ts';
import { isTokenRefused } from '../domain/token-refused.ts';
import type { SendService } from '../service.ts';

/** Channels whose owner reauthorizes them by a connect link; the operator connects wa numbers and bots. */
const AUTHORIZED: ReadonlySet<string> = new Set(['fb', 'ig', 'tt']);

/** Reports an account whose token the provider refused in a call that began at this time. */
export function reportRefusedToken(
  service: Pick<SendService, 'bus' | 'logger'>,
  { order, externalId }: { order: Pick<SendOrder, 'tenantId' | 'channel'>; externalId: string },
  outcome: HandedOver,
  startedAt: Date,
): void {
  if (isTokenRefused(outcome) && AUTHORIZED.has(order.channel))
    reportBroken(service, { ...order, externalId }, startedAt);
}
