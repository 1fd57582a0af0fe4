import { describe } from 'vitest';
import { deviceSessionSuite } from './suites/devices/device-sessions.ts';
import { messageSuite } from './suites/messages/messages.ts';
import { systemForSuites } from './suites/system-for-suites.ts';

// Every suite runs behind PgBouncer in the soak tier (test/soak/pooler.test.ts).
describe('Parley behind PgBouncer', () => {
  const getSystem = systemForSuites('one-machine', { PARLEY_PROVIDER_TIMEOUT_MS: '10000' }, { pooled: true });
  messageSuite(getSystem);
  deviceSessionSuite(getSystem);
});
