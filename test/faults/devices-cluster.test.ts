import { inFaultCluster } from './in-fault-cluster.ts';
import { DEVICE_VARIABLES, databaseRestarts, frozenWorker, killedWorker } from './suites/devices.ts';

/** Faults around linked devices, in the cluster. */
inFaultCluster('Linked devices of Parley as cluster', 'cluster', DEVICE_VARIABLES, [
  killedWorker,
  frozenWorker,
  databaseRestarts,
]);
