import type { BusClient } from '@parley/bus/bus-client';
import type { CallContext } from '@parley/common/call-context';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { Replayed } from '@parley/common/replayed';
import type { LeaseStore } from '../storage/lease-store.ts';
import type { DeviceRunner } from './device-runner.ts';
import type { DeviceRegistry } from './hold-devices.ts';

export interface RouteDeps {
  workerId: string;
  registry: Pick<DeviceRegistry, 'find' | 'take'>;
  leases: Pick<LeaseStore, 'findHolder'>;
  bus: Pick<BusClient, 'callAt'>;
}

const RETRY_AFTER_SECONDS = 1;

/**
 * Routes a request to the worker that holds the device's lease: this worker, another one by name, or, when none does,
 * this worker after claiming the device. Errors: service_unavailable while the lease moves to another worker.
 */
export function makeRouteToHolder({ workerId, registry, leases, bus }: RouteDeps) {
  return async <C extends Contract>(
    deviceId: number,
    contract: C,
    input: InputOf<C>,
    context: CallContext,
    run: (runner: DeviceRunner) => Promise<OutputOf<C> | Replayed<OutputOf<C>>>,
  ): Promise<OutputOf<C> | Replayed<OutputOf<C>>> => {
    const here = registry.find(deviceId);
    if (here) return here.use(() => run(here));
    const holder = await leases.findHolder(deviceId);
    if (holder === null) {
      const taken = await registry.take(deviceId);
      if (taken) return taken.use(() => run(taken));
    } else if (holder !== workerId) {
      const { output, meta } = await bus.callAt(holder, contract, input, context);
      return meta.replayed ? new Replayed(output) : output;
    }
    throw new AppError('service_unavailable', {
      message: 'The device is moving to another worker; repeat the request.',
      retry_after: RETRY_AFTER_SECONDS,
    });
  };
}
export type RouteToHolder = ReturnType<typeof makeRouteToHolder>;
