import type { Channel } from '@parley/common/channels';
import { useChange } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { threadTexts } from './texts.ts';

interface Props {
  channel: Channel;
  messageId: string;
  onClose: () => void;
  onDeleted: (messageId: string) => void;
}

/** Asks before a message is deleted on the customer's phone as well. */
export function DeleteDialog({ channel, messageId, onClose, onDeleted }: Props) {
  const t = useTexts(threadTexts);
  const change = useChange('delete-message', { refreshes: ['list-conversation-messages', 'list-conversations'] });
  const confirm = (): void =>
    change.mutate(
      { channel, message_id: messageId },
      {
        onSuccess() {
          onDeleted(messageId);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog title={t('remove_title')} action={t('remove')} change={change} onConfirm={confirm} onClose={onClose}>
      {t('remove_lead')}
    </ConfirmDialog>
  );
}
