import { invalidField } from '@parley/common/errors';
import { egressRefusal } from '@parley/providers/egress/egress-refusal';
import type { PairingService } from '../service.ts';
import { type DeviceProxy, egressUrlOf, readProxy } from './proxy.rules.ts';

/**
 * Reads the address of a proxy, whose host the egress rules must allow (docs/reference/sessions.md#proxy); they are
 * applied again to each connection. Throws `invalid_proxy`, and `service_unavailable` when names cannot be looked up.
 */
export async function readAllowedProxy(
  { egress }: Pick<PairingService, 'egress'>,
  text: string,
  tenantId: number,
): Promise<DeviceProxy> {
  const proxy = readProxy(text);
  const reason = await egressRefusal(() => egress.checkUrl(egressUrlOf(proxy), `tenant ${tenantId}`));
  if (reason !== null) throw invalidField('proxy', `proxy ${reason}.`);
  return proxy;
}
