import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { OpenMediaHead } from './open-media.ts';

/** Opens a file that a linked device heard of, by the `media` of its attachment; answered as a stream (contract §6). */
export const openDeviceMedia = defineInternal({
  service: 'pairing',
  name: 'open-device-media',
  input: z.object({ tenant_id: z.int(), external_id: z.string(), media: z.string().max(8000) }),
  output: OpenMediaHead,
  errors: ['media_gone', 'device_error', 'provider_timeout'],
  deadlineMs: 20_000,
});
