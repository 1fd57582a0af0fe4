import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/duties/background-worker';
import { makeDueDuty } from '@parley/database/due/make-due-duty';
import { makeWake } from '@parley/runtime/turns/make-wake';
import { findNewFiles } from './copies/find-new-files.steps.ts';
import { type KeepFiles, makeKeepFiles } from './copies/keep-files.ts';
import { SUM_EVERY_MS } from './copies/kept-file.rules.ts';
import { sumCopies } from './copies/kept-file.store.ts';
import { findFilesToRead } from './copies/new-file.store.ts';
import { makeSweepCopies } from './copies/sweep-copies.ts';
import { makeWatchNewFiles } from './copies/watch-new-files.ts';
import { dropOldThumbnails } from './media/media.store.ts';
import type { FilesService } from './service.ts';
import { sweepUploads } from './uploads/sweep-uploads.ts';

const UPLOADS_EVERY_MS = 60_000;
const THUMBNAILS_EVERY_MS = 600_000;
const NEW_FILES_EVERY_MS = 5000;
/** Retries, and files of killed workers, wait for minutes already. */
const COPIES_EVERY_MS = 15_000;

/** Copies of customers' files; switched off, only earlier copies are removed. */
function copyDuties(service: FilesService, copies: KeepFiles): Duty[] {
  const { database, environment, metrics, now } = service;
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
    makeDueDuty({
      name: 'find-new-files',
      database,
      findDue: findFilesToRead,
      async run() {
        const { count, isMore } = await findNew();
        if (count > 0) wakeCopies();
        return isMore;
      },
      now,
      againMs: isOn ? NEW_FILES_EVERY_MS : UPLOADS_EVERY_MS,
    }),
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
