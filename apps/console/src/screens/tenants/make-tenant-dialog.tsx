import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { optional, textOf } from '../../ui/form-values.ts';
import { tenantsTexts } from './texts.ts';

/** Creates a tenant. */
export function MakeTenantDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(tenantsTexts);
  const make = useChange('create-tenant', { refreshes: ['list-tenant-activity'] });
  const submit = (form: FormData): void =>
    make.mutate(
      {
        slug: textOf(form, 'slug'),
        ...optional('name', textOf(form, 'name')),
        ...optional('plan', textOf(form, 'plan')),
        ...optional('balance', textOf(form, 'balance')),
      },
      { onSuccess: onClose },
    );
  return (
    <FormDialog title={t('make')} action={t('make')} change={make} onSubmit={submit} onClose={onClose}>
      <TextField
        label={t('slug')}
        hint={t('slug_hint')}
        name="slug"
        dir="ltr"
        maxLength={63}
        autoComplete="off"
        required
      />
      <TextField label={t('name')} name="name" maxLength={200} autoComplete="off" />
      <TextField label={t('plan')} name="plan" maxLength={50} autoComplete="off" />
      <TextField label={t('credit')} name="balance" dir="ltr" inputMode="decimal" autoComplete="off" />
    </FormDialog>
  );
}
