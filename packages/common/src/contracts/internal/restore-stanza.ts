import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { BusText } from '../../fields.ts';

/** Returns a quarantined message to its device, which reads it when it next connects. Idempotent. */
export const restoreStanza = defineInternal({
  service: 'pairing',
  name: 'restore-stanza',
  input: z.object({
    tenantId: z.int(),
    /** Id of the wd connection, as in `channels`. */
    externalId: z.string().max(255),
    /** The payload in the quarantine. */
    payload: BusText,
  }),
  output: z.object({ restored: z.literal(true) }),
  errors: ['not_connected'],
});
