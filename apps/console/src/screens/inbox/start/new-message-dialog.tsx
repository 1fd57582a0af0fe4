import { lazy, Suspense } from 'react';
import { useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { startTexts } from '../../../texts/inbox-more.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Loading } from '../../../ui/page/loading.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';

/** Loaded while the accounts are read. */
const form = import('./start-form.tsx');
const StartForm = lazy(() => form.then((file) => ({ default: file.StartForm })));

interface Props {
  /** Called with the conversation of the message that was sent. */
  onSent: (conversationId: number) => void;
  onClose: () => void;
}

/** Writes to a number first. */
export function NewMessageDialog({ onSent, onClose }: Props) {
  const t = useTexts(startTexts);
  const { data, error } = useOperation('list-sending-accounts', {});
  const [first] = data?.items ?? [];
  return (
    <Dialog title={t('title')} isOpen onClose={onClose}>
      {!data && (error ? <Problem error={error} /> : <Loading />)}
      {data && !first && <p role="status">{t('no_account')}</p>}
      {data && first && (
        <Suspense fallback={<Loading />}>
          <StartForm accounts={data} first={first} onSent={onSent} />
        </Suspense>
      )}
    </Dialog>
  );
}
