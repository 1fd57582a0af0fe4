import { runEverySuite } from './run-every-suite.ts';

// The suites reach the same code as in one process; only the carrier of calls differs.
runEverySuite('cluster', 2);
