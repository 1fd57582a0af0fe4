import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { storableText } from '../../text/storable.ts';

/** Longer than any that Meta sends. */
export const SIGNED_REQUEST_MAX = 4096;
const CODE_MAX = 200;

/**
 * The owner of a page or an account removed the app at the platform, or asks there for the deletion of their data
 * (docs/reference/ig.md#removal-by-the-owner): their accounts are disconnected, and their tokens deleted.
 */
export const receiveOwnerRemoval = defineInternal({
  service: 'channel-connect',
  name: 'receive-owner-removal',
  input: z.object({ signedRequest: storableText(SIGNED_REQUEST_MAX) }),
  output: z.object({
    disconnected: z.int(),
    confirmationCode: z.string().describe('Opens the page that says what was deleted'),
  }),
  errors: ['invalid_signature'],
});

/** Reads what a request of an owner deleted; null: no request has this code. */
export const showOwnerRemoval = defineInternal({
  service: 'channel-connect',
  name: 'show-owner-removal',
  input: z.object({ code: storableText(CODE_MAX) }),
  output: z.object({ removal: z.object({ at: z.iso.datetime(), disconnected: z.int() }).nullable() }),
  errors: [],
});
