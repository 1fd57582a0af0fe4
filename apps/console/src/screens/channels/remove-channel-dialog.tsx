import type { Channel } from '@parley/common/channels';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { channelsTexts } from '../../texts/channels.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { CHANNEL_LISTS } from './channel-lists.ts';
import type { Account } from './channel-state.tsx';

/** Further consequences of a removal, by channel. */
const LEADS_OF: Readonly<Record<Channel, ('remove_lead_fb' | 'remove_lead_ig' | 'remove_lead_wd')[]>> = {
  wd: ['remove_lead_wd'],
  wa: [],
  tg: [],
  fb: ['remove_lead_fb'],
  ig: ['remove_lead_ig'],
  tt: [],
};

/** Disconnects a channel, after it has named what ends with it. */
export function RemoveChannelDialog({
  of,
  onRemoved,
  onClose,
}: {
  of: Account;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const t = useTexts(channelsTexts);
  const remove = useChange('remove-tenant-channel', { refreshes: CHANNEL_LISTS });
  // A phone has a session, which ends when it is unlinked.
  const unlink = useChange('delete-session', { refreshes: CHANNEL_LISTS });
  const confirm = (): void => {
    if (of.channel === 'wd') unlink.mutate({ id: of.id }, { onSuccess: onRemoved });
    else remove.mutate({ channel: of.channel, id: of.id }, { onSuccess: onRemoved });
  };
  return (
    <ConfirmDialog
      title={t('remove_title', { name: of.name })}
      action={t('remove')}
      change={of.channel === 'wd' ? unlink : remove}
      onConfirm={confirm}
      onClose={onClose}
    >
      {[t('remove_lead'), ...LEADS_OF[of.channel].map((lead) => t(lead)), t('remove_lead_bots')].join(' ')}
    </ConfirmDialog>
  );
}
