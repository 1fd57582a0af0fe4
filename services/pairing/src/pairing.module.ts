import { type DynamicModule, Module } from '@nestjs/common';
import { PairingController } from './pairing.controller.ts';
import { makePairingRecordsModule } from './records.module.ts';
import { openPairingService, type PairingParts, SERVICE } from './service.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class PairingModule {}

/** The pairing service: linked devices, their sessions, sends and receives. Wiring only. */
export function makePairingModule(parts: PairingParts): DynamicModule {
  const service = openPairingService(parts);
  return {
    module: PairingModule,
    imports: [makePairingRecordsModule(service)],
    controllers: [PairingController],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
