import { streamVerb } from '@parley/bus/verb';
import { openDeviceMedia as contract } from '@parley/common/contracts/internal/open-device-media';
import { AppError, refusedByProvider } from '@parley/common/errors';
import type { PairingService } from '../service.ts';

const UNKNOWN_TYPE = 'application/octet-stream';

/** Opens a file that a device received; any worker can. Errors: media_gone, device_error. */
export const openDeviceMedia = streamVerb(contract, async ({ network }: Pick<PairingService, 'network'>, { media }) => {
  const file = await network.openFile(media).catch((error: unknown) => {
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
