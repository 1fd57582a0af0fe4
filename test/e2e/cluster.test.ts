import { runEverySuite } from './run-every-suite.ts';

/** Four times what `npm test` makes. */
runEverySuite('cluster', 10_000);
