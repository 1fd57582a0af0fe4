import { AppError } from '@parley/common/errors';
import type { Reserved } from '../domain/reservation.ts';
import type { SendOrder } from '../domain/send-order.ts';
import { toSettleItem } from '../domain/settlement.ts';
import type { SendService } from '../service.ts';
import { settleSends } from './settle-sends.ts';

/** Releases the reservation of a send that never reached the provider: the credit is refunded, the key is free. */
export function releaseReservation(
  service: SendService,
  order: SendOrder,
  reserved: Pick<Reserved, 'messageId' | 'conversationId'>,
): Promise<void> {
  const { message } = new AppError('service_unavailable');
  const error = { code: 'service_unavailable', message, provider_code: null };
  const item = toSettleItem(order, reserved, service.now(), { status: 'failed', error, release: true });
  return service.settlements.submit(service, item, settleSends);
}
