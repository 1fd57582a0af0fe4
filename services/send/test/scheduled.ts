import type { Channel } from '@parley/common/channels';
import { cancelSend } from '@parley/common/contracts/messages/cancel-send';
import type { OutputOf } from '@parley/common/define-contract';
import type { OpenSend } from './open-send.ts';
import type { TestTenant } from './test-tenant.ts';

const HOUR_MS = 3_600_000;
export const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

/** A text that is sent in an hour. */
export const later = (to: string, given: object = {}) =>
  ({ channel: 'tg', to, message: 'later', sendAt: inHours(1).toISOString(), ...given }) as const;

/** Cancels a scheduled message by a key of the tenant. */
export function cancelMessage(
  { bus }: Pick<OpenSend, 'bus'>,
  { id: tenantId, slug: tenantSlug, instanceId }: TestTenant,
  messageId: string,
  channel: Channel = 'tg',
): Promise<OutputOf<typeof cancelSend>> {
  const caller = { tenantId, tenantSlug, instanceId, channels: [] };
  return bus.call(cancelSend, { channel, messageId }, { requestId: 'req_test', caller });
}
