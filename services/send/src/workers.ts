import type { OnApplicationShutdown, Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty, type DutyHolder } from '@parley/bus/duties/background-worker';
import { makeDueDuty } from '@parley/database/due/make-due-duty';
import { waitAtMost } from '@parley/runtime/turns/wait-at-most';
import { dropOldKeys } from './interrupted/drop-old-keys.ts';
import { findSettleBy } from './interrupted/interrupted.store.ts';
import { sweepInterruptedSends } from './interrupted/sweep-interrupted-sends.ts';
import { makeCancelOfRevokedKeys } from './scheduled/cancel-of-revoked-keys.ts';
import { findDueSendAt } from './scheduled/due.store.ts';
import { readScheduledGauges } from './scheduled/read-scheduled-gauges.ts';
import { findCancellationDue } from './scheduled/scheduled.store.ts';
import { sendDue } from './scheduled/send-due.ts';
import type { SendService } from './service.ts';

/** Pause before the next attempt when other workers settle what is due. */
const SWEEP_AGAIN_MS = 5000;
/** Expired keys have no effect, so their rows may stay this much longer. */
const KEYS_EVERY_MS = 60_000;
/** While keys expire all the time, they are deleted in small shares. */
const KEYS_AGAIN_MS = 5000;
const IDLE_WITHIN_MS = 10_000;
/** Longer than a provider may take. */
const STOP_WITHIN_MS = 25_000;

/** The first run starts at once: a process that restarts before its first interval would otherwise never sweep. */
const sweeping = (service: SendService): Duty =>
  makeDueDuty({
    name: 'sweep-interrupted-sends',
    database: service.rawDatabase,
    findDue: findSettleBy,
    async run() {
      const { interrupted, ended } = await sweepInterruptedSends(service);
      if (interrupted + ended > 0)
        service.logger.warn('interrupted-sends.settled', { interrupted, ended }, 'Interrupted sends were settled.');
      return false;
    },
    now: service.now,
    againMs: SWEEP_AGAIN_MS,
  });

/** Pause before the next attempt when other workers hold everything that is due, or their accounts wait. */
const DUE_AGAIN_MS = 250;
/** A free slot is used within this time: messages that end together share one claim. */
const FREE_AGAIN_MS = 20;
const GAUGES_EVERY_MS = 15_000;
/** From the revocation on, none of the messages leaves anyway. */
const CANCELLATIONS_AGAIN_MS = 5000;

const sendingDue = (service: SendService): Duty =>
  makeDueDuty({
    name: 'send-due',
    database: service.rawDatabase,
    findDue: findDueSendAt,
    run: () => sendDue(service),
    now: service.now,
    againMs: DUE_AGAIN_MS,
    onWake: (_wake, wakeIn) => service.runningSends.freed.connect(() => wakeIn(FREE_AGAIN_MS)),
  });

const dutiesOf = (service: SendService): Duty[] => [
  sweeping(service),
  sendingDue(service),
  makeDueDuty({
    name: 'cancel-of-revoked-keys',
    database: service.rawDatabase,
    findDue: findCancellationDue,
    run: makeCancelOfRevokedKeys(service),
    now: service.now,
    againMs: CANCELLATIONS_AGAIN_MS,
  }),
  {
    name: 'drop-old-keys',
    everyMs: KEYS_EVERY_MS,
    run: async () => (await dropOldKeys(service)) > 0 && KEYS_AGAIN_MS,
  },
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
