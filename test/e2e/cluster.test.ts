import { runEverySuite } from './run-every-suite.ts';

runEverySuite('cluster');
