import type { BusClient } from '@parley/bus/bus-client';
import { renewChannelToken } from '@parley/bus/renew-channel-token';
import { asStream } from '@parley/bus/stream';
import { openDeviceMedia } from '@parley/common/contracts/internal/open-device-media';
import { makeId } from '@parley/common/ids';
import type { Cipher } from '@parley/database/encryption';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { findCredentials, openCredentials } from '@parley/messaging/accounts/credentials';
import { graphOptions, telegramOptions, tiktokOptions } from '@parley/providers/client-options';
import { openEgress } from '@parley/providers/egress/open-egress';
import { makeWhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Environment } from '@parley/runtime/environment';
import type { MediaSources } from '../../domain/media-source.ts';
import type { UploadFiles } from '../../domain/upload.ts';
import { makeTgSource } from './tg-source.ts';
import { makeTtSource } from './tt-source.ts';
import { makeUploadSource } from './upload-source.ts';
import { makeWaSource } from './wa-source.ts';
import { makeWdSource } from './wd-source.ts';
import { makeWebSource } from './web-source.ts';

export interface MediaSourceParts {
  environment: Environment;
  database: Pick<PrismaDatabase, 'prisma'>;
  cipher: Pick<Cipher, 'decrypt'>;
  bus: Pick<BusClient, 'call' | 'stream'>;
  uploads: Pick<UploadFiles, 'read'>;
}

/** Timeout for opening a file; shorter than the bus timeout. */
const TIMEOUT_MS = 10_000;

export function makeMediaSources({ environment, database, cipher, bus, uploads }: MediaSourceParts): MediaSources {
  const within = { timeoutMs: TIMEOUT_MS };
  const opened = (stored: string) => openCredentials(cipher, stored);
  const platforms: MediaSources['platforms'] = {
    wa: makeWaSource(makeWhatsappCloudClient({ ...graphOptions(environment), ...within }), opened),
    wd: makeWdSource((input) =>
      bus.stream(asStream(openDeviceMedia), input, {
        requestId: makeId('req'),
        deadlineAt: Date.now() + TIMEOUT_MS,
      }),
    ),
    tg: makeTgSource(makeTelegramClient({ ...telegramOptions(environment), ...within }), opened),
    tt: makeTtSource({
      tiktok: makeTiktokClient({ ...tiktokOptions(environment), ...within }),
      openCredentials: opened,
      renew(account) {
        const readStored = async () => {
          const stored = await findCredentials(database, 'tt', account.externalId);
          return stored === null ? null : (opened(stored).access_token ?? null);
        };
        return renewChannelToken(bus, { ...account, readStored }, Date.now() + TIMEOUT_MS);
      },
    }),
  };
  return {
    platforms,
    uploads: makeUploadSource(uploads),
    web: makeWebSource({ egress: openEgress(environment), ...within }),
  };
}
