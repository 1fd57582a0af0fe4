import { afterAll, beforeAll, describe } from 'vitest';
import { type FaultHouse, startFaultHouse } from '../support/fault-house.ts';
import { DEVICE_VARIABLES, databaseRestarts, frozenWorker, killedWorker } from './suites/devices.ts';

/** What may break around linked devices, in the cluster. */
describe('Linked devices of Parley as cluster', () => {
  let house: FaultHouse | undefined;
  beforeAll(async () => {
    house = await startFaultHouse('cluster', DEVICE_VARIABLES);
  }, 120_000);
  afterAll(async () => {
    await house?.stop();
  }, 60_000);
  const getHouse = (): FaultHouse => {
    if (!house) throw new Error('The house did not start.');
    return house;
  };
  killedWorker(getHouse);
  frozenWorker(getHouse);
  databaseRestarts(getHouse);
});
