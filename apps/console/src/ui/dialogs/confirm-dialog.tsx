import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { uiTexts } from '../../texts/shell.ts';
import { Button } from '../buttons/button.tsx';
import type { ChangeState } from '../forms/form.tsx';
import { Problem } from '../problems/problem.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  action: string;
  change: ChangeState;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({ title, action, change, onConfirm, onClose, children }: Props) {
  const t = useTexts(uiTexts);
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p>{children}</p>
      <Problem error={change.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="danger" disabled={change.isPending} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
