import { runEverySuite } from './suites/every-suite.ts';

runEverySuite('cluster');
