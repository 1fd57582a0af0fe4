import type { BusClient } from '@parley/bus/bus-client';
import { asStream, type StreamedAnswer } from '@parley/bus/carriers/stream';
import { renewChannelToken } from '@parley/bus/channels/renew-channel-token';
import { DEVICE_MEDIA_MAX, openDeviceMedia } from '@parley/common/contracts/internal/open-device-media';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { makeId } from '@parley/common/ids';
import type { Cipher } from '@parley/database/encryption';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { findCredentials, openCredentials } from '@parley/messaging/accounts/credentials';
import { openEgress } from '@parley/providers/egress/open-egress';
import { makeWhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import { graphOptions, telegramOptions, tiktokOptions } from '@parley/providers/http/client-options';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Environment } from '@parley/runtime/environment';
import type { MediaSource, MediaSources } from '../media/media-file.rules.ts';
import type { UploadFiles } from '../uploads/upload.rules.ts';
import { makeTgSource } from './tg-source.client.ts';
import { makeTtSource } from './tt-source.client.ts';
import { makeWaSource } from './wa-source.client.ts';
import { makeWebSource } from './web-source.client.ts';

interface MediaSourceParts {
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
    web: makeWebSource({ egress: openEgress(environment, { demoPaths: ['/messaging_cdn/'] }), ...within }),
  };
}

/** Files that a member uploaded to send them. */
function makeUploadSource(files: Pick<UploadFiles, 'read'>): MediaSource {
  return {
    async open({ tenantId, upload }) {
      if (upload === null) return null;
      return { body: files.read({ ...upload, tenantId }), mimeType: null, size: upload.size, close() {} };
    },
  };
}

/** Files that a linked device received: opened by services/pairing, which has their keys. */
function makeWdSource(
  open: (input: InputOf<typeof openDeviceMedia>) => Promise<StreamedAnswer<OutputOf<typeof openDeviceMedia>>>,
): MediaSource {
  return {
    async open({ providerMediaId: media, tenantId, externalId }) {
      if (media === null || media.length > DEVICE_MEDIA_MAX) return null;
      const { head, body, cancel } = await open({ tenantId, externalId, media });
      return { body, mimeType: head.mimeType, size: head.size, close: cancel };
    },
  };
}
