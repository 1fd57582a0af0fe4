import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineInternal } from '../../define-contract.ts';

const Account = z.object({
  tenant_id: z.int(),
  channel: Channel,
  /** The provider's id of the account. */
  external_id: z.string(),
});

/**
 * The provider refuses the account's token for good: the account is marked and `channel.disconnected` with reason
 * `token_revoked` fires, once. On tt its refresh token is tried before: the refused one may have been replaced by a
 * renewal whose answer was lost. Telling it of an account that is not connected changes nothing.
 */
export const reportBrokenChannel = defineInternal({
  service: 'channel-connect',
  name: 'report-broken-channel',
  input: Account.extend({
    /** Calls made before the account was connected anew say nothing of the new authorization. */
    observed_at: z.iso.datetime(),
    /** The provider itself told that the owner took the authorization back: there is nothing to try. */
    taken_back: z.boolean(),
  }),
  output: z.object({ disconnected: z.boolean() }),
  errors: [],
});

/** Gets a new token now, because the provider said that the old one ended (tt). One worker at a time refreshes an account. */
export const refreshChannelToken = defineInternal({
  service: 'channel-connect',
  name: 'refresh-channel-token',
  input: Account,
  output: z.object({ refreshed: z.boolean().describe('False: the authorization is gone, and the account marked') }),
  errors: ['provider_timeout', 'tiktok_error'],
  deadlineMs: 25_000,
});
