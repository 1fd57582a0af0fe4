import type { StreamSource } from '@parley/bus/stream';
import type { openDeviceMedia } from '@parley/common/contracts/internal/open-device-media';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, refusedByProvider } from '@parley/common/errors';
import type { DeviceNetwork } from '../domain/device-network.ts';

const UNKNOWN_TYPE = 'application/octet-stream';

/** Opens a file that a device received; any worker can. Errors: media_gone, device_error. */
export function makeOpenDeviceMedia(network: Pick<DeviceNetwork, 'openFile'>) {
  return async ({
    media,
  }: InputOf<typeof openDeviceMedia>): Promise<StreamSource<OutputOf<typeof openDeviceMedia>>> => {
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
  };
}
