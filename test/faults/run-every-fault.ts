import type { Form } from '../support/system.ts';
import { inFaultCluster } from './in-fault-cluster.ts';
import { inTurn } from './in-turn.ts';
import { deviceFaults } from './suites/devices.ts';
import { freezes } from './suites/freezes.ts';
import type { GetCluster } from './suites/get-cluster.ts';
import { hostileReceivers } from './suites/hostile-receivers.ts';
import { kills } from './suites/kills.ts';
import { receivers } from './suites/receivers.ts';
import { natsRestarts, postgresRestarts } from './suites/restarts.ts';

/** One set for all of them, so that they share a system. */
const VARIABLES = {
  // A busy machine may not answer within half of a shorter lease, nor prolong it in time: both would be repeated attempts.
  PARLEY_WEBHOOK_LEASE_SECONDS: '15',
  // A send of a device crosses two services and the network. A lost answer is replaced by the receipt, once it is connected again.
  PARLEY_PROVIDER_TIMEOUT_MS: '5000',
  PARLEY_CONFIRM_WAIT_SECONDS: '15',
  // Any port, for the debugger of one process after the other.
  NODE_OPTIONS: '--inspect-port=0',
};

type Suite = (getCluster: GetCluster) => void;

/**
 * Both forms meet these faults with the same code, so a short run tries each in one form. The second number differs, so
 * that each form has its part of every run; random kills, whose number is 0, run in the form in which `kills` does not.
 */
const IN_TURN: readonly (readonly [Suite, number])[] = [
  [receivers, 0],
  [hostileReceivers, 1],
  [postgresRestarts, 1],
  [kills, 1],
];
/** A worker that takes over, NATS, child processes: what differs between the forms is tried in every run. */
const OF_FORM: Record<Form, readonly Suite[]> = { cluster: [natsRestarts, freezes], 'one-machine': [freezes] };

/**
 * Every fault around webhook delivery and linked devices, in the running product in one of its forms
 * (docs/reference/webhook-delivery.md#what-the-fault-tests-prove).
 */
export function runEveryFault(form: Form): void {
  inFaultCluster(`Parley as ${form}`, form, VARIABLES, [
    ...IN_TURN.map(
      ([suite, offset]): Suite =>
        (getCluster) =>
          inTurn(form, offset, () => suite(getCluster)),
    ),
    ...OF_FORM[form],
    (getCluster) => deviceFaults(getCluster, form),
  ]);
}
