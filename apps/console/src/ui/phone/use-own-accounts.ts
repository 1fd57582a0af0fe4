import type { Channel } from '@parley/common/channels';
import { useOperation } from '../../api/use-operations.ts';

/** A connected account of the workspace. */
export interface OwnAccount {
  channel: Channel;
  /** Its id at the platform; of a linked phone its number. */
  id: string;
  name: string;
  identifier: string | null;
}

const digitsOf = (number: string): string => number.replaceAll(/\D/g, '');

/**
 * The connected accounts of the workspace, undefined while they are read. Who may not see the channels gets those that can
 * begin a conversation.
 */
export function useOwnAccounts(): readonly OwnAccount[] | undefined {
  const { data: session } = useOperation('me', {}, { isOn: false });
  const maySeeAll = session?.permissions.includes('channels.manage') ?? false;
  const all = useOperation('list-channel-health', {}, { isOn: maySeeAll });
  const sending = useOperation('list-sending-accounts', {}, { isOn: !maySeeAll });
  if (!maySeeAll)
    return sending.data?.items.map(({ channel, id, label, number }) => ({
      channel,
      id,
      name: label,
      identifier: number,
    }));
  return all.data?.items
    .filter(({ status }) => status === 'connected')
    .map(({ channel, id, name, identifier }) => ({
      channel,
      id: channel === 'wd' ? digitsOf(identifier ?? id) : id,
      name,
      identifier,
    }));
}
