import type { ChannelAccount } from '../channels/channel-account.rules.ts';
import { openWa } from '../connecting/credentials.rules.ts';

/** A number with templates, and its access to them. */
export interface TemplateNumber {
  account: ChannelAccount;
  wabaId: string;
  accessToken: string;
  /** Every number of the tenant with the same templates, this one included. */
  sharing: ChannelAccount[];
}

/** One of a tenant's connected numbers with its templates. */
export function templateNumberOf(
  account: ChannelAccount,
  numbers: readonly ChannelAccount[],
  cipher: Parameters<typeof openWa>[0],
): TemplateNumber {
  const { wabaId } = account;
  if (wabaId === null) throw new Error(`The wa account ${account.id} has no WABA.`);
  const sharing = numbers.filter((number) => number.wabaId === wabaId);
  return { account, wabaId, accessToken: openWa(cipher, account.credentials), sharing };
}
