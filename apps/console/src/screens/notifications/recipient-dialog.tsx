import { useState } from 'react';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { uiTexts } from '../../ui/texts.ts';
import type { Recipient } from './kinds.ts';
import { RecipientFields, recipientFieldsOf, whomOf } from './recipient-fields.tsx';
import { notificationsTexts } from './texts.ts';

/** Adds a recipient, or changes one; a new address must confirm before it is notified. */
export function RecipientDialog({ of, onClose }: { of: Recipient | null; onClose: () => void }) {
  const t = useTexts(notificationsTexts);
  const ui = useTexts(uiTexts);
  const refreshes = ['list-recipients', 'list-notifications'] as const;
  const add = useChange('create-recipient', { refreshes });
  const change = useChange('update-recipient', { refreshes });
  const [lacksAddress, setLacksAddress] = useState(false);
  const submit = (form: FormData): void => {
    const fields = { ...(of?.member_id ? {} : whomOf(form)), ...recipientFieldsOf(form) };
    const isLacking = 'email' in fields && fields.email === null && fields.phone === null;
    setLacksAddress(isLacking);
    if (isLacking) return;
    if (of) change.mutate({ id: of.id, ...fields }, { onSuccess: onClose });
    else add.mutate(fields, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={of ? of.name : t('add')}
      action={of ? ui('save') : t('add')}
      change={of ? change : add}
      refusal={lacksAddress && t('lacks_address')}
      onSubmit={submit}
      onClose={onClose}
    >
      <RecipientFields of={of} />
    </FormDialog>
  );
}
