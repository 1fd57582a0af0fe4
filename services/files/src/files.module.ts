import { type DynamicModule, Module } from '@nestjs/common';
import { doorsOf } from '@parley/bus/verb';
import { eraseTenantData } from './erasure/erase-tenant-data.ts';
import { openMedia } from './media/open-media.ts';
import { type FilesParts, openFilesService, SERVICE } from './service.ts';
import { addKeyUploadPiece } from './uploads/add-key-upload-piece.ts';
import { addUploadPiece } from './uploads/add-upload-piece.ts';
import { beginKeyUpload } from './uploads/begin-key-upload.ts';
import { beginUpload } from './uploads/begin-upload.ts';
import { dropKeyUpload } from './uploads/drop-key-upload.ts';
import { finishKeyUpload } from './uploads/finish-key-upload.ts';
import { openUpload } from './uploads/open-upload.ts';
import { makeWorkers } from './workers.ts';

/** The verbs of the service. */
export const VERBS = [
  openMedia,
  openUpload,
  beginUpload,
  addUploadPiece,
  beginKeyUpload,
  addKeyUploadPiece,
  finishKeyUpload,
  dropKeyUpload,
  eraseTenantData,
];

@Module({})
class FilesModule {}

/** The files service: media of messages, uploads, thumbnails. Wiring only. */
export function makeFilesModule(parts: FilesParts): DynamicModule {
  const service = openFilesService(parts);
  return {
    module: FilesModule,
    controllers: [doorsOf(SERVICE, VERBS)],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
