import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { setProxy as contract } from '@parley/common/contracts/sessions/set-proxy';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { handleDeviceEvent } from '../leases/handle-device-event.steps.ts';
import type { HeldDevice } from '../leases/held-device.client.ts';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import { lockHeldDevice } from '../leases/step.store.ts';
import type { PairingService } from '../service.ts';
import { findSession } from '../sessions/find-session.steps.ts';
import { type DeviceProxy, showProxy, writeProxy } from './proxy.rules.ts';
import { readAllowedProxy } from './proxy.steps.ts';
import { findProxy, sealProxy, writeDeviceProxy } from './proxy.store.ts';

type Output = OutputOf<typeof contract>;

/**
 * Sets or removes the proxy of a session (docs/reference/sessions.md#proxy). The holder of the device stores it under its
 * lease before it connects again, so that no worker uses the former one afterwards. A deleted session keeps its proxy for
 * its files. Errors: invalid_proxy, unknown_session, service_unavailable.
 */
export const setProxy = verb(contract, async (service: PairingService, input, context) => {
  const { tenantId } = callerOf(context);
  const device = await findSession(service, tenantId, input);
  const proxy = input.proxy === null ? null : await readAllowedProxy(service, input.proxy, tenantId);
  return routeToHolder(service, device.id, contract, input, context, (held) =>
    withIdempotencyKey(service.answers, contract, context, async (): Promise<Output> => {
      if (await storeProxy(service, held, proxy)) await handleDeviceEvent(service, held, { kind: 'proxy_changed' });
      return { ok: true, accountId: device.id, proxy: proxy && showProxy(proxy) };
    }),
  );
});

/** Returns whether it is another proxy than before. */
async function storeProxy(
  { database, cipher }: PairingService,
  { lease, device }: HeldDevice,
  proxy: DeviceProxy | null,
): Promise<boolean> {
  return database.prismaTransaction(async ({ prisma, sql }) => {
    await lockHeldDevice(sql, lease, device.tenantId);
    const before = (await findProxy(prisma, cipher, device))?.proxy ?? null;
    if ((before && writeProxy(before)) === (proxy && writeProxy(proxy))) return false;
    await writeDeviceProxy(prisma, device, proxy && sealProxy(cipher, proxy));
    return true;
  });
}
