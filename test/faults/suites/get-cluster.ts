import type { FaultCluster } from '../../support/load/fault-cluster.ts';

/** The running fault cluster, once it has started. */
export type GetCluster = () => FaultCluster;
