import type { ChannelAccount } from '../channels/channel-account.rules.ts';
import { digitsOf } from '../connecting/phone-number.rules.ts';

type Named = Pick<ChannelAccount, 'externalId' | 'name' | 'number'>;

/**
 * The first of a tenant's wa numbers that `from` names: by the provider's id, the label, or the number in any
 * notation. Null matches any number.
 */
export function findNumberNamed<Account extends Named>(
  numbers: readonly Account[],
  from: string | null,
): Account | null {
  if (from === null) return numbers[0] ?? null;
  const digits = digitsOf(from);
  const isNamed = ({ externalId, name, number }: Named): boolean =>
    from === externalId ||
    from === name ||
    (digits !== null && number !== null && number.replace(/\D/g, '') === digits);
  return numbers.find(isNamed) ?? null;
}
