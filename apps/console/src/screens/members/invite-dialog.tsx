import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useLanguage, useTexts } from '../../i18n/language-context.tsx';
import { membersTexts } from '../../texts/members.ts';
import { CopyBlock } from '../../ui/buttons/copy-block.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { ROLE_SET_NAMES, rolesOf } from './role-sets.ts';

/** An invitation that was mailed, or its link. */
function Invited({ of: { link, invitation }, wasMailed }: { of: OutputOf<'invite-member'>; wasMailed: boolean }) {
  const t = useTexts(membersTexts);
  if (!link) return <p role="status">{t('mailed', { email: invitation.email })}</p>;
  return (
    <>
      <p role="status">{wasMailed ? t('not_mailed') : t('link_lead')}</p>
      <CopyBlock label={t('link')} value={link} />
    </>
  );
}

/** Invites by mail or with a link; the link is shown here and never again. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(membersTexts);
  const { language } = useLanguage();
  const invite = useChange('invite-member', { refreshes: ['list-invitations'] });
  const submit = (form: FormData): void =>
    invite.mutate({
      email: textOf(form, 'email'),
      roles: rolesOf(ROLE_SET_NAMES.find((name) => name === textOf(form, 'role')) ?? 'agent'),
      by: textOf(form, 'by') === 'link' ? 'link' : 'mail',
      language,
    });
  const made = invite.data;
  return (
    <FormDialog
      title={t('invite')}
      action={t('invite')}
      change={invite}
      instead={made && <Invited of={made} wasMailed={invite.variables.by === 'mail'} />}
      isShownOnce={made?.link != null}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t('email')} name="email" type="email" dir="ltr" autoComplete="off" required />
      <SelectField
        label={t('role')}
        name="role"
        defaultValue="agent"
        choices={ROLE_SET_NAMES.map((value) => ({ value, text: t(value) }))}
      />
      <SelectField
        label={t('by')}
        name="by"
        choices={[
          { value: 'mail', text: t('by_mail') },
          { value: 'link', text: t('by_link') },
        ]}
      />
    </FormDialog>
  );
}
