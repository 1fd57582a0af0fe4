import { type DynamicModule, Module } from '@nestjs/common';
import { makeUseCases, type PairingParts, USE_CASES } from './compose.ts';
import { PairingController } from './pairing.controller.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class PairingModule {}

/** The pairing service: linked devices, their sessions, sends and receives. Wiring only. */
export function makePairingModule(parts: PairingParts): DynamicModule {
  const useCases = makeUseCases(parts);
  return {
    module: PairingModule,
    controllers: [PairingController],
    providers: [{ provide: USE_CASES, useValue: useCases }, ...makeWorkers(useCases, parts)],
  };
}
