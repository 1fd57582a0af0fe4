import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineInternal } from '../../define-contract.ts';

const Account = z.object({
  tenantId: z.int(),
  channel: Channel,
  /** The provider's id of the account. */
  externalId: z.string(),
});

/**
 * The provider refuses the account's token for good: the account is marked and `channel.disconnected` with reason
 * `token_revoked` fires, once. On tt the refresh token is tried first: the refused token may have been replaced by a renewal
 * whose answer was lost. A report about an account that is not connected changes nothing.
 */
export const reportBrokenChannel = defineInternal({
  service: 'channel-connect',
  name: 'report-broken-channel',
  input: Account.extend({
    /** When the refused call began: a refusal from before a new authorization is ignored. */
    observedAt: z.iso.datetime(),
    /** The provider reported that the owner withdrew the authorization: the refresh token is not tried. */
    takenBack: z.boolean(),
  }),
  output: z.object({ disconnected: z.boolean() }),
  errors: [],
});

/** Renews a token that the provider reported as expired (tt). One worker at a time renews an account's token. */
export const refreshChannelToken = defineInternal({
  service: 'channel-connect',
  name: 'refresh-channel-token',
  input: Account,
  output: z.object({ refreshed: z.boolean().describe('False: the authorization is gone, and the account marked') }),
  errors: ['provider_timeout', 'tiktok_error'],
  deadlineMs: 25_000,
});
