import { ensureNatsServer } from '@parley/testing/nats-server';
import { ensurePgBouncer } from '@parley/testing/pgbouncer';
import { ensureChromium } from '../test/support/browser.ts';

// Installs the programs that tests need in addition to npm packages before any test's timeout starts, because this may
// take minutes. If it fails, the tests still run and name the missing program.
for (const ensure of [ensureNatsServer, ensurePgBouncer, ensureChromium])
  await ensure().catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
