import { runRandomKills } from './run-random-kills.ts';

runRandomKills('cluster');
