import { inFaultCluster } from './in-fault-cluster.ts';
import { inTurn } from './in-turn.ts';
import { KILL_VARIABLES } from './kill-services.ts';
import { killBots } from './suites/kill-bots.ts';
import { killConnects } from './suites/kill-connects.ts';
import { killHistories } from './suites/kill-histories.ts';
import { killNotifications } from './suites/kill-notifications.ts';
import { killProducers } from './suites/kill-producers.ts';
import { killScheduledSends } from './suites/kill-scheduled-sends.ts';
import { killSendsAndInbound } from './suites/kill-sends-and-inbound.ts';

inTurn('cluster', 0, () =>
  inFaultCluster('kill -9 of services in the cluster form', 'cluster', KILL_VARIABLES, [
    ...[killProducers, killSendsAndInbound, killScheduledSends, killBots, killNotifications],
    ...[killConnects, killHistories],
  ]),
);
