import { storeBatch } from '../src/batch/store-batch.steps.ts';
import { type InboundService, openInboundService } from '../src/service.ts';
import type { OpenInbound } from './open-inbound.ts';

/** The service without workers, on the database and the clock of the given one; it fails when it sets an element aside. */
export function openService(
  inbound: Pick<OpenInbound, 'makeParts'>,
  changed: Partial<InboundService> = {},
): InboundService {
  const opened = openInboundService(inbound.makeParts(), (_, webhooks) => storeBatch(service, webhooks));
  const unstorable = (): void => {
    throw new Error('An element was set aside.');
  };
  const service: InboundService = {
    ...opened,
    metrics: { ...opened.metrics, unstorable },
    wait: async () => {},
    ...changed,
  };
  return service;
}
