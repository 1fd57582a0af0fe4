import { type DynamicModule, Module } from '@nestjs/common';
import { type FilesParts, makeUseCases, USE_CASES } from './compose.ts';
import { FilesController } from './files.controller.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class FilesModule {}

/** The files service: media of messages, uploads, thumbnails. Wiring only. */
export function makeFilesModule(parts: FilesParts): DynamicModule {
  const useCases = makeUseCases(parts);
  return {
    module: FilesModule,
    controllers: [FilesController],
    providers: [{ provide: USE_CASES, useValue: useCases }, ...makeWorkers(useCases, parts)],
  };
}
