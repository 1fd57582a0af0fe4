import { inFaultCluster } from './in-fault-cluster.ts';
import { KILL_VARIABLES, randomKills } from './suites/random-kills.ts';

/** Kills at random moments, under load of every kind. */
inFaultCluster('Parley as one-machine', 'one-machine', KILL_VARIABLES, [randomKills]);
