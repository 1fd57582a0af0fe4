import { useState } from 'react';
import type { OutputOf } from '../../../api/operations.ts';
import { useChange, useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { usernameTexts } from '../../../texts/number-settings.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { CheckField, TextField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { textOf } from '../../../ui/forms/form-values.ts';
import { Loading } from '../../../ui/page/loading.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import { inOwnWords } from './in-own-words.ts';

const SHOWN_BY = ['get-username', 'list-channel-health'] as const;
const NAME_MAX = 35;

interface Props {
  /** The platform's id of the number. */
  id: string;
  onClose: () => void;
}

function UsernameForm({ id, known, onClose }: Props & { known: OutputOf<'get-username'> }) {
  const t = useTexts(usernameTexts);
  const set = useChange('set-username', { refreshes: SHOWN_BY });
  const { username, status, suggestions } = known;
  // People type the name with a sign; Meta has it without.
  const submit = (form: FormData): void => {
    const name = textOf(form, 'username').replace(/^@/, '').toLowerCase();
    set.mutate({ id, username: name, move: form.has('move') }, { onSuccess: onClose });
  };
  return (
    <>
      <p>
        {username === null
          ? t('none')
          : t(status === 'reserved' ? 'current_reserved' : 'current', { name: `@${username}` })}
      </p>
      <Form action={t('save')} change={inOwnWords(set)} onSubmit={submit}>
        <TextField
          label={t('field')}
          hint={t('hint')}
          name="username"
          defaultValue={username ?? suggestions[0] ?? ''}
          dir="ltr"
          pattern="@?[A-Za-z0-9._]{3,35}"
          maxLength={NAME_MAX + 1}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        {suggestions.length > 0 && (
          <p className="text-sm text-muted">{t('suggestions', { names: suggestions.join(', ') })}</p>
        )}
        {set.error?.code === 'username_on_other_number' && <CheckField label={t('move')} name="move" />}
      </Form>
    </>
  );
}

/** Reserves, changes or deletes the username of a number, as Meta has it now. */
export function UsernameDialog({ id, onClose }: Props) {
  const t = useTexts(usernameTexts);
  const known = useOperation('get-username', { id });
  const remove = useChange('delete-username', { refreshes: SHOWN_BY });
  const [isDeleting, setDeleting] = useState(false);
  if (isDeleting)
    return (
      <ConfirmDialog
        title={t('remove')}
        action={t('remove')}
        change={inOwnWords(remove)}
        onConfirm={() => remove.mutate({ id }, { onSuccess: onClose })}
        onClose={onClose}
      >
        {t('remove_lead')}
      </ConfirmDialog>
    );
  return (
    <Dialog title={t('title')} isOpen onClose={onClose}>
      <p className="text-muted">{t('lead')}</p>
      <Problem error={inOwnWords({ isPending: false, error: known.error }).error} />
      {!known.data && !known.error && <Loading />}
      {known.data && <UsernameForm id={id} known={known.data} onClose={onClose} />}
      {known.data?.username && (
        <div>
          <Button look="danger" onClick={() => setDeleting(true)}>
            {t('remove')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
