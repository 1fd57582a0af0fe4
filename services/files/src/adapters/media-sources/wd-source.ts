import type { StreamedAnswer } from '@parley/bus/stream';
import { DEVICE_MEDIA_MAX, type openDeviceMedia } from '@parley/common/contracts/internal/open-device-media';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { MediaSource } from '../../domain/media-source.ts';

/** Files that a linked device received: opened by services/pairing, which has their keys. */
export function makeWdSource(
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
