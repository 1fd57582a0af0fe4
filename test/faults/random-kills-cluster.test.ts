import { inFaultCluster } from './in-fault-cluster.ts';
import { inTurn } from './in-turn.ts';
import { KILL_VARIABLES, randomKills } from './suites/random-kills.ts';

/** Kills at random moments, under load of every kind. */
inTurn('cluster', 0, () => inFaultCluster('Parley as cluster', 'cluster', KILL_VARIABLES, [randomKills]));
