import { useNavigate } from '@tanstack/react-router';
import { SquarePen } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { inboxTexts } from '../texts.ts';
import { inPlace, useInboxPlace } from '../views/use-views.ts';

const NewMessageDialog = lazy(() =>
  import('./new-message-dialog.tsx').then((file) => ({ default: file.NewMessageDialog })),
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
