import type { ServiceProcess } from '@parley/bus/run-alone';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/map-database-errors';
import type { ServiceStores } from '@parley/database/open-stores';
import { type MediaAddress, makeMediaAddress } from '@parley/messaging/media-address';
import { type Environment, publicUrlOf } from '@parley/runtime/environment';
import { makeWake, type Wake } from '@parley/runtime/make-wake';
import { makeMediaSources } from './adapters/media-sources/make-media-sources.ts';
import { type HoldFile, makeHoldFile } from './adapters/thumbnails/hold-file.ts';
import { makeThumbnailMaker } from './adapters/thumbnails/make-thumbnail.ts';
import { openUploadFiles } from './adapters/uploads/open-upload-files.ts';
import type { MediaSources } from './domain/media-source.ts';
import type { MakeThumbnail } from './domain/plan-thumbnail.ts';
import type { UploadFiles } from './domain/upload.ts';
import { type FilesMetrics, makeFilesMetrics } from './metrics.ts';

export const SERVICE = Symbol('files.service');

/** Dependencies of the service. */
export interface FilesParts extends ServiceProcess, ServiceStores {
  now?: () => Date;
}

export interface FilesService extends Pick<FilesParts, 'cipher' | 'logger'> {
  environment: Pick<
    Environment,
    | 'PARLEY_UPLOAD_MAX_MB'
    | 'PARLEY_UPLOAD_TENANT_MB'
    | 'PARLEY_MEDIA_KEEP_DAYS'
    | 'PARLEY_MEDIA_QUOTA_MB'
    | 'PARLEY_DISK_ALERT_MB'
  >;
  /** A lost connection is `service_unavailable`. */
  database: PrismaDatabase;
  mediaAddress: MediaAddress;
  sources: MediaSources;
  /** The bytes of uploads, and of copies of customers' files. */
  uploads: UploadFiles;
  makeThumbnail: MakeThumbnail;
  holdFile: HoldFile;
  metrics: FilesMetrics;
  /** Starts a round of the worker that removes copies. */
  wakeSweep: Wake;
  now(): Date;
}

export function openFilesService(parts: FilesParts): FilesService {
  const { environment, cipher, bus, logger, now = () => new Date() } = parts;
  const database = mapDatabaseErrorsWithPrisma(parts.database);
  const uploads = openUploadFiles(environment, cipher);
  return {
    environment,
    database,
    cipher,
    logger,
    mediaAddress: makeMediaAddress(publicUrlOf(environment), cipher),
    sources: makeMediaSources({ environment, database, cipher, bus, uploads }),
    uploads,
    makeThumbnail: makeThumbnailMaker(),
    holdFile: makeHoldFile(),
    wakeSweep: makeWake(),
    metrics: makeFilesMetrics(parts.metrics, database),
    now,
  };
}
