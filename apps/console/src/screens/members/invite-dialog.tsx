import type { TenantRole } from '@parley/common/console-roles';
import { useChange } from '../../api/use-operations.ts';
import { useLanguage, useTexts } from '../../i18n/language-context.tsx';
import { CopyBlock } from '../../ui/copy-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { textOf } from '../../ui/form-values.ts';
import { membersTexts } from './texts.ts';

export const ROLES: readonly TenantRole[] = ['owner', 'developer', 'agent'];

/** Invites by mail or with a link; the link is shown here and never again. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(membersTexts);
  const { language } = useLanguage();
  const invite = useChange('invite-member', { refreshes: ['list-invitations'] });
  const submit = (form: FormData): void =>
    invite.mutate({
      email: textOf(form, 'email'),
      role: ROLES.find((role) => role === textOf(form, 'role')) ?? 'agent',
      by: textOf(form, 'by') === 'link' ? 'link' : 'mail',
      language,
    });
  const made = invite.data;
  return (
    <Dialog title={t('invite')} isOpen isShownOnce={made?.link != null} onClose={onClose}>
      {made?.link && (
        <>
          <p role="status">{invite.variables?.by === 'mail' ? t('not_mailed') : t('link_lead')}</p>
          <CopyBlock label={t('link')} value={made.link} />
        </>
      )}
      {made && !made.link && <p role="status">{t('mailed', { email: made.invitation.email })}</p>}
      {!made && (
        <Form action={t('invite')} isBusy={invite.isPending} error={invite.error} onSubmit={submit}>
          <TextField label={t('email')} name="email" type="email" dir="ltr" autoComplete="off" required />
          <SelectField
            label={t('role')}
            name="role"
            defaultValue="agent"
            choices={ROLES.map((value) => ({ value, text: t(value) }))}
          />
          <SelectField
            label={t('by')}
            name="by"
            choices={[
              { value: 'mail', text: t('by_mail') },
              { value: 'link', text: t('by_link') },
            ]}
          />
        </Form>
      )}
    </Dialog>
  );
}
