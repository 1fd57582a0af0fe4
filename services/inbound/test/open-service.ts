import { type InboundService, openInboundService } from '../src/service.ts';
import type { OpenInbound } from './open-inbound.ts';

/** The service without workers, on the database and the clock of the given one; it fails when it sets an element aside. */
export function openService(
  inbound: Pick<OpenInbound, 'makeParts'>,
  changed: Partial<InboundService> = {},
): InboundService {
  const service = openInboundService(inbound.makeParts());
  const unstorable = (): void => {
    throw new Error('An element was set aside.');
  };
  return { ...service, metrics: { ...service.metrics, unstorable }, wait: async () => {}, ...changed };
}
