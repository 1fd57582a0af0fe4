import { runEverySuite } from '../e2e/run-every-suite.ts';

// The suites reach the same code as without a pooler; only the sessions of PostgreSQL differ.
runEverySuite('one-machine', { pooled: true });
