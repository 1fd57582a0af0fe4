import type { OnApplicationShutdown, Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty, type DutyHolder } from '@parley/bus/background-worker';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import { waitAtMost } from '@parley/runtime/wait-at-most';
import type { SendService } from './service.ts';
import { findDueSendAt } from './storage/due-store.ts';
import { makeCancelOfRevokedKeys } from './use-cases/cancel-of-revoked-keys.ts';
import { makeDropOldKeys } from './use-cases/drop-old-keys.ts';
import { readScheduledGauges } from './use-cases/read-scheduled-gauges.ts';
import { sendDue } from './use-cases/send-due.ts';
import { sweepInterruptedSends } from './use-cases/sweep-interrupted-sends.ts';

const SWEEP_EVERY_MS = 5000;
const IDLE_WITHIN_MS = 10_000;
/** Longer than a provider may take. */
const STOP_WITHIN_MS = 25_000;

/** The first run starts at once: a process that restarts before its first interval would otherwise never sweep. */
function sweeping(service: SendService): Duty {
  const dropOldKeys = makeDropOldKeys(service);
  return {
    name: 'sweep-interrupted-sends',
    everyMs: SWEEP_EVERY_MS,
    async run() {
      const { interrupted, ended } = await sweepInterruptedSends(service);
      await dropOldKeys();
      if (interrupted + ended > 0)
        service.logger.warn('interrupted-sends.settled', { interrupted, ended }, 'Interrupted sends were settled.');
      return false;
    },
  };
}

/** Another process may have scheduled a message. */
const DUE_EVERY_MS = 1000;
/** Pause before the next try when other workers hold everything that is due, or their accounts wait. */
const DUE_AGAIN_MS = 250;
/** A free slot is used within this time: messages that end together share one claim. */
const FREE_AGAIN_MS = 20;
const GAUGES_EVERY_MS = 15_000;
/** No hint wakes it: from the revocation on, none of the messages leaves anyway. */
const CANCELLATIONS_EVERY_MS = 5000;

const sendingDue = (service: SendService): Duty => ({
  name: 'send-due',
  everyMs: DUE_EVERY_MS,
  run: makeRunWhenDue({
    findDue: () => findDueSendAt(service.rawDatabase),
    run: () => sendDue(service),
    now: service.now,
    againMs: DUE_AGAIN_MS,
  }),
  onWake: (_wake, wakeIn) => service.runningSends.freed.connect(() => wakeIn(FREE_AGAIN_MS)),
});

const dutiesOf = (service: SendService): Duty[] => [
  sweeping(service),
  sendingDue(service),
  { name: 'cancel-of-revoked-keys', everyMs: CANCELLATIONS_EVERY_MS, run: makeCancelOfRevokedKeys(service) },
  { name: 'read-scheduled-gauges', everyMs: GAUGES_EVERY_MS, run: () => readScheduledGauges(service) },
];

/** Ends when the scheduled messages that are being sent are settled. */
const holderOf = ({ runningSends }: SendService): DutyHolder => ({
  start() {},
  async close() {
    await waitAtMost(runningSends.idle(), STOP_WITHIN_MS);
  },
});

/** Delays the shutdown until all outcomes are stored. The bus is closed by then, so no new requests arrive. */
class StoreOutcomes implements OnApplicationShutdown {
  readonly #service: SendService;
  constructor(service: SendService) {
    this.#service = service;
  }

  async onApplicationShutdown(): Promise<void> {
    const { durableWriter, egress } = this.#service;
    await waitAtMost(
      durableWriter.idle().then(() => egress.close()),
      IDLE_WITHIN_MS,
    );
  }
}

/** Background workers: settling sends whose process died, and sending scheduled messages. */
export const makeWorkers = (service: SendService): Provider[] => [
  { provide: BackgroundWorker, useValue: new BackgroundWorker(dutiesOf(service), service.logger, holderOf(service)) },
  { provide: StoreOutcomes, useValue: new StoreOutcomes(service) },
];
