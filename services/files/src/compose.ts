import type { ServiceProcess } from '@parley/bus/run-alone';
import { makeId } from '@parley/common/ids';
import { mapDatabaseErrorsWithPrisma } from '@parley/database/map-database-errors';
import type { ServiceStores } from '@parley/database/open-stores';
import { makeTenantOf } from '@parley/database/tenant-of-slug';
import { findCredentials, openCredentials } from '@parley/messaging/accounts/credentials';
import { makeMediaAddress } from '@parley/messaging/media-address';
import { publicUrlOf } from '@parley/runtime/environment';
import { makeMediaSources } from './adapters/media-sources/make-media-sources.ts';
import { makeHoldFile } from './adapters/thumbnails/hold-file.ts';
import { makeThumbnailMaker } from './adapters/thumbnails/make-thumbnail.ts';
import { openUploadFiles } from './adapters/uploads/open-upload-files.ts';
import { readFileType } from './adapters/uploads/read-file-type.ts';
import { findAttachment } from './storage/attachment-store.ts';
import { makeThumbnailStore } from './storage/thumbnail-store.ts';
import { countUploads, makeUploadStore, makeUploadSweepStore, removeUploadsOf } from './storage/upload-store.ts';
import { makeEraseTenantData } from './use-cases/erase-tenant-data.ts';
import { makeOpenMedia } from './use-cases/open-media.ts';
import { makeOpenThumbnail } from './use-cases/open-thumbnail.ts';
import { makeOpenUpload } from './use-cases/open-upload.ts';
import { makeReceiveUpload } from './use-cases/receive-upload.ts';
import { makeSweepUploads } from './use-cases/sweep-uploads.ts';

export const USE_CASES = Symbol('files.use-cases');

/** Dependencies of the service. */
export interface FilesParts extends ServiceProcess, ServiceStores {
  now?: () => Date;
}

export type UseCases = ReturnType<typeof makeUseCases>;

const MB = 1024 * 1024;

/** Builds every use case of the service. */
export function makeUseCases({ environment, database, cipher, bus, ...parts }: FilesParts) {
  const now = parts.now ?? (() => new Date());
  const reading = mapDatabaseErrorsWithPrisma(database);
  const uploads = makeUploadStore(database, reading);
  const files = openUploadFiles(environment, cipher);
  const thumbnails = makeThumbnailStore(reading, cipher);
  return {
    openMedia: makeOpenMedia({
      mediaAddress: makeMediaAddress(publicUrlOf(environment), cipher),
      findAttachment: (id) => findAttachment(reading, id),
      ...makeMediaSources({
        environment,
        bus,
        files,
        openCredentials: (stored) => openCredentials(cipher, stored),
        findCredentials: (channel, id) => findCredentials(reading, channel, id),
      }),
      openThumbnail: makeOpenThumbnail({ store: thumbnails, make: makeThumbnailMaker(), hold: makeHoldFile() }),
      now,
    }),
    dropThumbnails: () => thumbnails.dropOld(),
    receiveUpload: makeReceiveUpload({
      store: uploads,
      files,
      readFileType,
      tenantOf: makeTenantOf(reading),
      limits: {
        maxBytes: environment.PARLEY_UPLOAD_MAX_MB * MB,
        tenantBytes: environment.PARLEY_UPLOAD_TENANT_MB * MB,
      },
      makeUploadId: () => makeId('upl'),
      now,
    }),
    openUpload: makeOpenUpload({ find: uploads.find, files, now }),
    sweepUploads: makeSweepUploads({ store: makeUploadSweepStore(database), files, now }),
    eraseTenantData: makeEraseTenantData({
      removeUploadsOf: (tenantId) => removeUploadsOf(reading, tenantId),
      countUploads: (tenantId) => countUploads(reading, tenantId),
    }),
  };
}
