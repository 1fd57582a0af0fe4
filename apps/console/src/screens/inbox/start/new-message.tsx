import { useNavigate } from '@tanstack/react-router';
import { SquarePen } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { withTexts } from '../../../i18n/load-texts.ts';
import { inboxTexts } from '../../../texts/inbox.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { inPlace, useInboxPlace } from '../views/use-views.ts';

const NewMessageDialog = lazy(() =>
  withTexts(import('./new-message-dialog.tsx'), 'inbox-more').then((file) => ({ default: file.NewMessageDialog })),
);

/** The button of a new message, and its dialog; the conversation opens once the message was sent. */
export function NewMessage({ isOpen, onOpen }: { isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  const t = useTexts(inboxTexts);
  const place = useInboxPlace();
  const navigate = useNavigate();
  return (
    <>
      <IconButton label={t('new_message')} icon={SquarePen} shortcut="c" onClick={() => onOpen(true)} />
      {isOpen && (
        <Suspense>
          <NewMessageDialog
            onSent={(id) => {
              onOpen(false);
              void navigate({ to: '/inbox', search: inPlace(place, id) });
            }}
            onClose={() => onOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
