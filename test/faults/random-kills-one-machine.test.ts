import { inFaultHouse } from './in-fault-house.ts';
import { KILL_VARIABLES, randomKills } from './suites/random-kills.ts';

/** Kills at random moments, under load of every kind. */
inFaultHouse('Parley as one-machine', 'one-machine', KILL_VARIABLES, [randomKills]);
