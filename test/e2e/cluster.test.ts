import { runEverySuite } from './run-every-suite.ts';

// The suites reach the same code as in one process; only the carrier of calls differs. The tests of failures run each
// service apart.
runEverySuite('cluster', { shortEvery: 3, together: true });
