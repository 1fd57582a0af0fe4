import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import type { FilesService } from './service.ts';
import { dropOldThumbnails } from './storage/thumbnail-store.ts';
import { sweepUploads } from './use-cases/sweep-uploads.ts';

const UPLOADS_EVERY_MS = 60_000;
const THUMBNAILS_EVERY_MS = 600_000;

const dutiesOf = (service: FilesService): Duty[] => [
  { name: 'sweep-uploads', everyMs: UPLOADS_EVERY_MS, run: () => sweepUploads(service) },
  { name: 'drop-thumbnails', everyMs: THUMBNAILS_EVERY_MS, run: () => dropOldThumbnails(service.database) },
];

/** Background workers: removal of uploads and of old thumbnails. */
export const makeWorkers = (service: FilesService): Provider[] => [
  { provide: BackgroundWorker, useValue: new BackgroundWorker(dutiesOf(service), service.logger) },
];
