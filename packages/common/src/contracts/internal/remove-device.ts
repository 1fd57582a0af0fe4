import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { BusText } from '../../fields.ts';

/** Removes a linked device for the operator: delete-session with a reason. */
export const removeDevice = defineInternal({
  service: 'pairing',
  name: 'remove-device',
  input: z.object({ tenantId: z.int(), externalId: BusText, reason: z.enum(['api', 'dashboard']) }),
  output: z.object({ id: z.string() }),
  errors: ['not_connected'],
  deadlineMs: 12_000,
  directed: true,
});
