import { ensureCaddy } from '@parley/testing/caddy';
import { ensureDebianPostgres } from '@parley/testing/debian-postgres';
import { ensureNatsServer } from '@parley/testing/nats-server';
import { ensurePgBackRest } from '@parley/testing/pgbackrest';
import { ensurePgBouncer } from '@parley/testing/pgbouncer';
import { ensurePromtool } from '@parley/testing/promtool';
import { PROGRAM_ENSURERS } from '../sdks/conformance/support/programs.ts';
import { ensureChromium } from '../test/support/browser.ts';

// Installs the programs that tests need in addition to npm packages before any test's timeout starts, because this may
// take minutes: those of the SDKs with the argument `sdks`, else those of all other tests. If it fails, the tests still
// run and name the missing program.
const ensurers = process.argv.includes('sdks')
  ? PROGRAM_ENSURERS
  : [
      ensureNatsServer,
      ensurePgBouncer,
      ensureDebianPostgres,
      ensurePgBackRest,
      ensurePromtool,
      ensureCaddy,
      ensureChromium,
    ];
for (const ensure of ensurers)
  await ensure().catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
