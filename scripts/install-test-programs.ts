import { ensureDebianPostgres } from '@parley/testing/database/debian-postgres';
import { ensurePgBouncer } from '@parley/testing/database/pgbouncer';
import { ensureCaddy } from '@parley/testing/programs/caddy';
import { ensureImageNode } from '@parley/testing/programs/node-release';
import { ensurePgBackRest } from '@parley/testing/programs/pgbackrest';
import { ensurePromtool } from '@parley/testing/programs/promtool';
import { ensureNatsServer } from '@parley/testing/servers/nats-server';
import { LANGUAGE_ENSURERS, PROGRAM_ENSURERS } from '../sdks/conformance/support/programs.ts';
import { ensureChromium } from '../test/support/browser/browser.ts';

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
      ensureImageNode,
      ensureChromium,
      // The tests of releases pack the SDKs.
      ...LANGUAGE_ENSURERS,
    ];
for (const ensure of ensurers)
  await ensure().catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
