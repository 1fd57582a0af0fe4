import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { BusText } from '../../fields.ts';
import { OpenMediaHead } from './open-media.ts';

/** Longest `media` of an attachment, in characters: no valid file address is longer. */
export const DEVICE_MEDIA_MAX = 8000;

/**
 * Opens a file that a linked device received, by the `media` of its attachment; answered as a stream
 * (docs/reference/events.md#attachments).
 */
export const openDeviceMedia = defineInternal({
  service: 'pairing',
  name: 'open-device-media',
  input: z.object({ tenantId: z.int(), externalId: BusText, media: z.string().max(DEVICE_MEDIA_MAX) }),
  output: OpenMediaHead,
  errors: ['media_gone', 'device_error', 'provider_timeout'],
  deadlineMs: 20_000,
});
