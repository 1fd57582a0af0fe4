import { contentNameOf } from '@parley/common/messages/content-facts';
import { X } from 'lucide-react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { composeTexts } from '../../../texts/conversation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import type { Message } from '../conversation/conversation.ts';
import { useExcerpt } from '../thread/content/quoted-view.tsx';

/** Names a message without text. */
const kindOf = ({ attachments, content, template }: Message) =>
  attachments[0]?.type ?? contentNameOf(content) ?? (template ? 'template' : null);

/** The message that the answer quotes. */
export function QuoteBar({ message, name, onEnd }: { message: Message; name: string; onEnd: () => void }) {
  const t = useTexts(composeTexts);
  const excerptOf = useExcerpt();
  return (
    <div className="flex items-center gap-2 rounded-lg border-s-4 border-accent bg-raised px-3 py-1">
      <div className="grid min-w-0 flex-1 text-sm">
        <span className="truncate font-medium">{t('quoting', { name })}</span>
        <bdi className="truncate text-muted">
          {excerptOf({ kind: kindOf(message), text: message.text, is_deleted: false })}
        </bdi>
      </div>
      <IconButton label={t('quote_end')} icon={X} onClick={onEnd} />
    </div>
  );
}
