import { useState } from 'react';
import { useChange, useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { personTexts } from '../../../texts/conversation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Loading } from '../../../ui/page/loading.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import type { pictureOf } from './picture-of.ts';

const SHOWN_BY = ['block-list'] as const;

interface Props {
  name: string;
  /** The person, and the linked phone that blocks them. */
  person: NonNullable<ReturnType<typeof pictureOf>>;
}

/** Asks whether to block the person, or to end the block. Only the open dialog reads the list: it is asked of the network. */
function BlockDialog({ name, person, onClose }: Props & { onClose: () => void }) {
  const t = useTexts(personTexts);
  const { data, error } = useOperation('block-list', { ...person, limit: 1 });
  const block = useChange('block-person', { refreshes: SHOWN_BY });
  const unblock = useChange('unblock-person', { refreshes: SHOWN_BY });
  if (!data)
    return (
      <Dialog title={t('block')} isOpen onClose={onClose}>
        {error ? <Problem error={error} /> : <Loading />}
      </Dialog>
    );
  if (data.blocked.length > 0)
    return (
      <ConfirmDialog
        title={t('unblock_name', { name })}
        action={t('unblock')}
        change={unblock}
        onConfirm={() => unblock.mutate(person, { onSuccess: onClose })}
        onClose={onClose}
      >
        {t('unblock_lead')}
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      title={t('block_name', { name })}
      action={t('do_block')}
      change={block}
      onConfirm={() => block.mutate(person, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('block_lead')}
    </ConfirmDialog>
  );
}

/** A button that blocks the person on WhatsApp, or ends the block, after a question. */
export function BlockPerson(props: Props) {
  const t = useTexts(personTexts);
  const [isAsked, ask] = useState(false);
  return (
    <div className="border-t border-line pt-4">
      <Button onClick={() => ask(true)}>{t('block')}</Button>
      {isAsked && <BlockDialog {...props} onClose={() => ask(false)} />}
    </div>
  );
}
