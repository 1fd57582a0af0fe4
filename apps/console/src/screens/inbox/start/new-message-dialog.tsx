import { lazy, Suspense } from 'react';
import type { OutputOf } from '../../../api/operations.ts';
import { useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { startTexts } from './texts.ts';

/** Loaded while the accounts are read. */
const form = import('./start-form.tsx');
const StartForm = lazy(() => form.then((file) => ({ default: file.StartForm })));

export type SendingAccounts = OutputOf<'list-sending-accounts'>;

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
