import { inFaultHouse } from './in-fault-house.ts';
import { DEVICE_VARIABLES, databaseRestarts, frozenWorker, killedWorker } from './suites/devices.ts';

/** What may break around linked devices, in the cluster. */
inFaultHouse('Linked devices of Parley as cluster', 'cluster', DEVICE_VARIABLES, [
  killedWorker,
  frozenWorker,
  databaseRestarts,
]);
