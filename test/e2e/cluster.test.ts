import { perTier } from '@parley/testing/tier';
import { runEverySuite } from './run-every-suite.ts';

runEverySuite('cluster', perTier({ short: 2_500, soak: 10_000 }));
