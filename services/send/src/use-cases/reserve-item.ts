import { isPlainSend } from '../domain/plain-sends.ts';
import type { ReserveItem, ReserveResult } from '../domain/reservation.ts';
import type { SendService } from '../service.ts';
import { reservePlainSends } from './reserve-plain-sends.ts';
import { reserveSends } from './reserve-sends.ts';

/**
 * Reserves a send: to a known recipient by a comparison, in one round trip; otherwise, and when something has to be
 * decided, under locks in two. Each is a transaction of its own, so that a failure of one repeats nothing of the other.
 */
export async function reserveItem(service: SendService, item: ReserveItem): Promise<ReserveResult> {
  const { reservations, knownRecipients } = service;
  if (isPlainSend(item) && knownRecipients.has(item)) {
    const reserved = await reservations.plain.submit(service, item, reservePlainSends);
    if (reserved) return reserved;
    knownRecipients.forget(item);
  }
  const batcher = item.bot ? reservations.ofBots : reservations.decided;
  return batcher.submit(service, item, reserveSends);
}
