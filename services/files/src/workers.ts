import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import { makeWake } from '@parley/runtime/make-wake';
import { SUM_EVERY_MS } from './domain/kept-times.ts';
import type { FilesService } from './service.ts';
import { sumCopies } from './storage/kept-limit-store.ts';
import { dropOldThumbnails } from './storage/thumbnail-store.ts';
import { findNewFiles } from './use-cases/find-new-files.ts';
import { type KeepFiles, makeKeepFiles } from './use-cases/keep-files.ts';
import { makeSweepCopies } from './use-cases/sweep-copies.ts';
import { sweepUploads } from './use-cases/sweep-uploads.ts';
import { makeWatchNewFiles } from './use-cases/watch-new-files.ts';

const UPLOADS_EVERY_MS = 60_000;
const THUMBNAILS_EVERY_MS = 600_000;
const NEW_FILES_EVERY_MS = 5000;
/** Retries, and files of killed workers, wait for minutes already. */
const COPIES_EVERY_MS = 15_000;

/** Copies of customers' files; switched off, only earlier copies are removed. */
function copyDuties(service: FilesService, copies: KeepFiles): Duty[] {
  const { database, environment, metrics } = service;
  const isOn = environment.PARLEY_MEDIA_KEEP_DAYS > 0;
  const findNew = isOn ? makeWatchNewFiles(service) : () => findNewFiles(service);
  const wakeCopies = makeWake();
  const making: Duty[] = [
    {
      name: 'keep-files',
      everyMs: COPIES_EVERY_MS,
      run: () => copies.run(),
      onWake(wake) {
        copies.freed.connect(wake);
        wakeCopies.connect(wake);
      },
    },
    {
      name: 'sum-up-copies',
      everyMs: SUM_EVERY_MS,
      run: async () => metrics.setKeptBytes(await sumCopies(database)),
    },
  ];
  return [
    ...(isOn ? making : []),
    {
      name: 'find-new-files',
      everyMs: isOn ? NEW_FILES_EVERY_MS : UPLOADS_EVERY_MS,
      async run() {
        const { count, isMore } = await findNew();
        if (count > 0) wakeCopies();
        return isMore;
      },
    },
    {
      name: 'sweep-copies',
      everyMs: UPLOADS_EVERY_MS,
      run: makeSweepCopies(service),
      onWake: (wake) => service.wakeSweep.connect(wake),
    },
  ];
}

const dutiesOf = (service: FilesService, copies: KeepFiles): Duty[] => [
  { name: 'sweep-uploads', everyMs: UPLOADS_EVERY_MS, run: () => sweepUploads(service) },
  { name: 'drop-thumbnails', everyMs: THUMBNAILS_EVERY_MS, run: () => dropOldThumbnails(service.database) },
  ...copyDuties(service, copies),
];

/** Background workers: copies of customers' files, removal of files and of old thumbnails. */
export function makeWorkers(service: FilesService): Provider[] {
  const copies = makeKeepFiles(service);
  return [
    {
      provide: BackgroundWorker,
      useValue: new BackgroundWorker(dutiesOf(service, copies), service.logger, copies),
    },
  ];
}
