import { afterAll, beforeAll, describe } from 'vitest';
import { type FaultHouse, startFaultHouse } from '../support/fault-house.ts';
import { cutNetwork, DEVICE_VARIABLES, endedPairing, killedWorker } from './suites/devices.ts';

/** What may break around linked devices, in the one-machine form. */
describe('Linked devices of Parley as one-machine', () => {
  let house: FaultHouse | undefined;
  beforeAll(async () => {
    house = await startFaultHouse('one-machine', {
      ...DEVICE_VARIABLES,
      // Any port, for the debugger of one process after the other.
      NODE_OPTIONS: '--inspect-port=0',
    });
  }, 120_000);
  afterAll(async () => {
    await house?.stop();
  }, 60_000);
  const getHouse = (): FaultHouse => {
    if (!house) throw new Error('The house did not start.');
    return house;
  };
  killedWorker(getHouse);
  endedPairing(getHouse);
  cutNetwork(getHouse);
});
