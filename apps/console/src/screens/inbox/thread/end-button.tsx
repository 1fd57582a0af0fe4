import { ArrowDown } from 'lucide-react';
import { memo } from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { inboxTexts } from '../../../texts/inbox.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';

/** Goes to the newest message. */
export const EndButton = memo(function EndButton({ onClick }: { onClick: () => void }) {
  const t = useTexts(inboxTexts);
  return (
    <IconButton
      label={t('newer')}
      icon={ArrowDown}
      iconClass="size-5"
      look="plain"
      className="absolute end-4 bottom-3 shadow-md"
      onClick={onClick}
    />
  );
});
