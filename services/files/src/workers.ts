import type { Provider } from '@nestjs/common';
import { BackgroundWorker } from '@parley/bus/background-worker';
import type { FilesParts, UseCases } from './compose.ts';

const UPLOADS_EVERY_MS = 60_000;
const THUMBNAILS_EVERY_MS = 600_000;

/** Background workers: removal of uploads and of old thumbnails. */
export function makeWorkers(useCases: UseCases, { logger }: FilesParts): Provider[] {
  const duties = [
    { name: 'sweep-uploads', everyMs: UPLOADS_EVERY_MS, run: useCases.sweepUploads },
    { name: 'drop-thumbnails', everyMs: THUMBNAILS_EVERY_MS, run: useCases.dropThumbnails },
  ];
  return [{ provide: BackgroundWorker, useValue: new BackgroundWorker(duties, logger) }];
}
