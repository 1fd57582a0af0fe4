import { afterAll, beforeAll, describe } from 'vitest';
import { type FaultCluster, startFaultCluster } from '../support/fault-cluster.ts';
import { cutNetwork, DEVICE_VARIABLES, endedPairing, killedWorker } from './suites/devices.ts';

/** Faults around linked devices, in the one-machine form. */
describe('Linked devices of Parley as one-machine', () => {
  let cluster: FaultCluster | undefined;
  beforeAll(async () => {
    cluster = await startFaultCluster('one-machine', {
      ...DEVICE_VARIABLES,
      // Any port, for the debugger of one process after the other.
      NODE_OPTIONS: '--inspect-port=0',
    });
  }, 120_000);
  afterAll(async () => {
    await cluster?.stop();
  }, 60_000);
  const getCluster = (): FaultCluster => {
    if (!cluster) throw new Error('The fault cluster did not start.');
    return cluster;
  };
  killedWorker(getCluster);
  endedPairing(getCluster);
  cutNetwork(getCluster);
});
