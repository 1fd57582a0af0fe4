import type { Channel } from '@parley/common/channels';
import { useTexts } from '../../../i18n/language-context.tsx';
import { threadTexts } from '../../../texts/conversation.ts';
import { ChangeDialog } from '../../../ui/dialogs/change-dialog.tsx';

interface Props {
  channel: Channel;
  messageId: string;
  onClose: () => void;
  onDeleted: (messageId: string) => void;
}

/** Asks before a message is deleted on the customer's phone as well. */
export function DeleteDialog({ channel, messageId, onClose, onDeleted }: Props) {
  const t = useTexts(threadTexts);
  return (
    <ChangeDialog
      operation="delete-message"
      input={{ channel, message_id: messageId }}
      refreshes={['list-conversation-messages', 'list-conversations']}
      title={t('remove_title')}
      action={t('remove')}
      onDone={() => {
        onDeleted(messageId);
        onClose();
      }}
      onClose={onClose}
    >
      {t('remove_lead')}
    </ChangeDialog>
  );
}
