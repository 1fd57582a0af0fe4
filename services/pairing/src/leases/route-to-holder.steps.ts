import type { CallContext } from '@parley/common/call-context';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { Replayed } from '@parley/common/messages/replayed';
import type { PairingService } from '../service.ts';
import { findHeld, type HeldDevice, useDevice } from './held-device.client.ts';
import { claimDevice } from './hold-device.steps.ts';
import { findHolder } from './lease.store.ts';

const RETRY_AFTER_SECONDS = 1;

/** The error of a request whose device no worker, or another one, holds now. */
export const deviceMoves = (): AppError =>
  new AppError('service_unavailable', {
    message: 'The device is moving to another worker; repeat the request.',
    retry_after: RETRY_AFTER_SECONDS,
  });

/**
 * Routes a request to the worker that holds the device's lease: this worker, another one by name, or, when none does,
 * this worker after claiming the device. `run` is called if it is this worker. Errors: service_unavailable while the
 * lease moves to another worker.
 */
export async function routeToHolder<C extends Contract>(
  service: PairingService,
  deviceId: number,
  contract: C,
  input: InputOf<C>,
  context: CallContext,
  run: (held: HeldDevice) => Promise<OutputOf<C> | Replayed<OutputOf<C>>>,
): Promise<OutputOf<C> | Replayed<OutputOf<C>>> {
  const held = findHeld(service.devices, deviceId);
  if (held) return useDevice(held, () => run(held));
  const holder = await findHolder(service.database, deviceId);
  if (holder === null) {
    const claimed = await claimDevice(service, deviceId);
    if (claimed) return useDevice(claimed, () => run(claimed));
  } else if (holder !== service.holder.workerId) {
    const { output, meta } = await service.bus.callAt(holder, contract, input, context);
    return meta.replayed ? new Replayed(output) : output;
  }
  throw deviceMoves();
}
