import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { BusText, MessageId } from '../../fields.ts';
import { OldDeviceMessage } from './store-device-items.ts';

/** The message ids that are reserved for a history, the last one included. */
const ReservedIds = z.object({ from: MessageId, to: MessageId });
export type ReservedIds = z.infer<typeof ReservedIds>;

/**
 * Stores messages of a phone's history, newest first, without events (docs/reference/wd.md#history). Answered after
 * everything is committed; repeats have no effect.
 */
export const importDeviceMessages = defineInternal({
  service: 'inbound',
  name: 'import-device-messages',
  input: z.object({
    tenantId: z.int(),
    /** Id of the wd connection, as in `channels`. */
    externalId: BusText,
    ids: ReservedIds,
    items: z.array(OldDeviceMessage).min(1).max(500),
  }),
  output: z.object({
    stored: z.int(),
    /** Whether no further message can be stored: every id is used, or the connection is removed. */
    isFull: z.boolean(),
  }),
  errors: [],
  deadlineMs: 15_000,
});
