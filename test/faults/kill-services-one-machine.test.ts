import { describe } from 'vitest';
import { systemForSuites } from '../e2e/suites/system-for-suites.ts';
import { inFaultCluster } from './in-fault-cluster.ts';
import { inTurn } from './in-turn.ts';
import { KILL_VARIABLES } from './kill-services.ts';
import { killBots } from './suites/kill-bots.ts';
import { killConnects } from './suites/kill-connects.ts';
import { killHistories } from './suites/kill-histories.ts';
import { killNotifications } from './suites/kill-notifications.ts';
import { killScheduledSends } from './suites/kill-scheduled-sends.ts';
import { killSendsAndInbound } from './suites/kill-sends-and-inbound.ts';

inTurn('one-machine', 0, () => {
  inFaultCluster('kill -9 in the one-machine form', 'one-machine', KILL_VARIABLES, [
    killSendsAndInbound,
    killScheduledSends,
    killBots,
    killConnects,
    killHistories,
  ]);

  // It has its own database, which survives the kill and is reused by the next start.
  describe('kill -9 in the one-machine form with its own database', () => {
    const getSystem = systemForSuites('one-machine', {}, { ownSandbox: true });
    killNotifications(() => ({ system: getSystem() }));
  });
});
