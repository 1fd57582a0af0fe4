import { type BeforeApplicationShutdown, type DynamicModule, Module } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import type { AnswerStore } from '@parley/messaging/idempotency';
import { makePairingUseCases, type PairingParts, type PairingUseCases, USE_CASES } from './compose.ts';
import { LeaseWatch } from './lease-watch.ts';
import { ANSWERS, PairingController } from './pairing.controller.ts';

@Module({})
class PairingModule {}

const GONE_EVERY_MS = 250;
const GAUGES_EVERY_MS = 15_000;
const SILENCE_EVERY_MS = 60_000;
const TIDY_EVERY_MS = 600_000;

/** Last of all: what still runs is handed over when nothing new is taken any more. */
class HandOver implements BeforeApplicationShutdown {
  readonly #do: PairingUseCases;
  constructor(useCases: PairingUseCases) {
    this.#do = useCases;
  }
  async beforeApplicationShutdown(): Promise<void> {
    await this.#do.registry.stop();
    await this.#do.leavePresence();
    await this.#do.close();
  }
}

const dutiesOf = ({ registry, lease, ...rest }: PairingUseCases): Duty[] => {
  const done = (work: () => Promise<unknown>) => async () => {
    await work();
    return false;
  };
  return [
    { name: 'lease renewal', everyMs: Math.round(lease.leaseMs / 5), run: done(registry.renewAll) },
    {
      name: 'taking over',
      // Where this worker alone holds all there is, nothing comes free; a device that another process made is taken so late.
      everyMs: Math.round(lease.leaseMs / 3),
      run: async () => (await registry.takeOver()) && Math.round(lease.leaseMs / 10),
      onWake: (wake) => void rest.onDevicesFree(wake),
    },
    { name: 'workers that are gone', everyMs: GONE_EVERY_MS, run: done(registry.freeFromGone) },
    { name: 'expired sessions', everyMs: Math.round(lease.leaseMs / 3), run: registry.expire },
    { name: 'gauges', everyMs: GAUGES_EVERY_MS, run: done(rest.readGauges) },
    { name: 'silent devices', everyMs: SILENCE_EVERY_MS, run: done(rest.findSilent) },
    { name: 'old sends', everyMs: TIDY_EVERY_MS, run: async () => (await rest.forgetSent()) > 0 },
  ];
};

/** The pairing service: linked devices, their sessions, sends and receives. Wiring only. */
export function makePairingModule(parts: PairingParts): DynamicModule {
  const useCases = makePairingUseCases(parts);
  return {
    module: PairingModule,
    controllers: [PairingController],
    providers: [
      { provide: USE_CASES, useValue: useCases },
      { provide: ANSWERS, useValue: { database: parts.database, cipher: parts.cipher } satisfies AnswerStore },
      { provide: LeaseWatch, useValue: new LeaseWatch(useCases.registry, useCases.lease) },
      { provide: BackgroundWorker, useValue: new BackgroundWorker(dutiesOf(useCases), parts.logger) },
      { provide: HandOver, useValue: new HandOver(useCases) },
    ],
  };
}
