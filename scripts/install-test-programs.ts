import { ensureNatsServer } from '@parley/testing/nats-server';
import { ensureChromium } from '../test/support/browser.ts';

// What the suite needs beside npm's packages is there before its clocks start: an installation may take minutes. Where it
// is not possible, the suite runs all the same, and its tests say what is missing.
for (const ensure of [ensureNatsServer, ensureChromium])
  await ensure().catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
