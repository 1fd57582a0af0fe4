import type { ServiceProcess } from '@parley/bus/process/run-alone';
import type { ServiceStores } from '@parley/database/connection/open-stores';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { type MediaAddress, makeMediaAddress } from '@parley/messaging/messages/media-address';
import { type Environment, publicUrlOf } from '@parley/runtime/environment';
import { makeWake, type Wake } from '@parley/runtime/turns/make-wake';
import type { MediaSources } from './media/media-file.rules.ts';
import type { MakeThumbnail } from './media/plan-thumbnail.rules.ts';
import { type FilesMetrics, makeFilesMetrics } from './metrics.ts';
import { openUploadFiles } from './pieces/open-upload-files.client.ts';
import { makeMediaSources } from './sources/make-media-sources.client.ts';
import { type HoldFile, makeHoldFile } from './thumbnails/hold-file.client.ts';
import { makeThumbnailMaker } from './thumbnails/make-thumbnail.client.ts';
import type { UploadFiles } from './uploads/upload.rules.ts';

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
