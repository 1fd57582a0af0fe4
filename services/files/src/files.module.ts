import { type DynamicModule, Module } from '@nestjs/common';
import { FilesController } from './files.controller.ts';
import { type FilesParts, openFilesService, SERVICE } from './service.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class FilesModule {}

/** The files service: media of messages, uploads, thumbnails. Wiring only. */
export function makeFilesModule(parts: FilesParts): DynamicModule {
  const service = openFilesService(parts);
  return {
    module: FilesModule,
    controllers: [FilesController],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
