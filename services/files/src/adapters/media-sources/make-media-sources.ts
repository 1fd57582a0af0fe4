import type { BusClient } from '@parley/bus/bus-client';
import { renewChannelToken } from '@parley/bus/renew-channel-token';
import { asStream } from '@parley/bus/stream';
import type { Channel } from '@parley/common/channels';
import { openDeviceMedia } from '@parley/common/contracts/internal/open-device-media';
import { makeId } from '@parley/common/ids';
import { graphOptions, telegramOptions, tiktokOptions } from '@parley/providers/client-options';
import { openEgress } from '@parley/providers/egress/open-egress';
import { makeWhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Environment } from '@parley/runtime/environment';
import type { MediaSource } from '../../domain/media-source.ts';
import type { UploadFiles } from '../../domain/upload.ts';
import { makeTgSource } from './tg-source.ts';
import { makeTtSource } from './tt-source.ts';
import { makeUploadSource } from './upload-source.ts';
import { makeWaSource } from './wa-source.ts';
import { makeWdSource } from './wd-source.ts';
import { makeWebSource } from './web-source.ts';

export interface MediaSourceParts {
  environment: Environment;
  bus: Pick<BusClient, 'call' | 'stream'>;
  files: Pick<UploadFiles, 'read'>;
  openCredentials(stored: string): Record<string, string>;
  /** Encrypted credentials of a connected account, or null. */
  findCredentials(channel: Channel, externalId: string): Promise<string | null>;
}

/** Timeout for opening a file; shorter than the bus timeout. */
const TIMEOUT_MS = 10_000;

/** Sources of files: the platform of each channel, the open web, and local uploads. */
export function makeMediaSources({ environment, bus, files, openCredentials, findCredentials }: MediaSourceParts) {
  const within = { timeoutMs: TIMEOUT_MS };
  const providers: Readonly<Record<string, MediaSource>> = {
    wa: makeWaSource(makeWhatsappCloudClient({ ...graphOptions(environment), ...within }), openCredentials),
    wd: makeWdSource((input) =>
      bus.stream(asStream(openDeviceMedia), input, {
        requestId: makeId('req'),
        deadlineAt: Date.now() + TIMEOUT_MS,
      }),
    ),
    tg: makeTgSource(makeTelegramClient({ ...telegramOptions(environment), ...within }), openCredentials),
    tt: makeTtSource({
      tiktok: makeTiktokClient({ ...tiktokOptions(environment), ...within }),
      openCredentials,
      renew(account) {
        const readStored = async () => {
          const stored = await findCredentials('tt', account.externalId);
          return stored === null ? null : (openCredentials(stored).access_token ?? null);
        };
        return renewChannelToken(bus, { ...account, readStored }, Date.now() + TIMEOUT_MS);
      },
    }),
  };
  return {
    providers,
    uploads: makeUploadSource(files),
    web: makeWebSource({ egress: openEgress(environment), ...within }),
  };
}
