import { runEverySuite } from './suites/every-suite.ts';

runEverySuite('one-machine');
