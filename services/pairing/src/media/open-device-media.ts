import { streamVerb } from '@parley/bus/verb';
import { openDeviceMedia as contract } from '@parley/common/contracts/internal/open-device-media';
import { AppError, refusedByProvider } from '@parley/common/errors';
import { deviceIdOf } from '../devices/linked-device.rules.ts';
import { findProxy } from '../proxies/proxy.store.ts';
import type { PairingService } from '../service.ts';

const UNKNOWN_TYPE = 'application/octet-stream';

type MediaService = Pick<PairingService, 'network' | 'database' | 'cipher'>;

/** Opens a file that a device received, through the proxy of the device; any worker can. Errors: media_gone, device_error. */
export const openDeviceMedia = streamVerb(contract, async (service: MediaService, { tenantId, externalId, media }) => {
  const { network, database, cipher } = service;
  const id = deviceIdOf(externalId);
  const device = id === null ? null : await findProxy(database.prisma, cipher, { tenantId, id });
  // Without its device it is unknown which proxy the file needs.
  if (!device) throw new AppError('media_gone');
  const file = await network.openFile(media, device.proxy).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    throw refusedByProvider(
      { name: 'device', status: null, code: null, message },
      { message: 'The file could not be opened at the network.', cause: error },
    );
  });
  if (!file) throw new AppError('media_gone');
  return {
    head: { mimeType: file.mimeType ?? UNKNOWN_TYPE, filename: null, size: file.size },
    body: file.body,
    close: file.close,
  };
});
