import { type ItemOf, useChange } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { optional, textOf } from '../../ui/form-values.ts';
import { tenantsTexts } from './texts.ts';

export type Tenant = ItemOf<'list-tenants'>;

export function MakeTenantDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(tenantsTexts);
  const make = useChange('create-tenant', { refreshes: ['list-tenants'] });
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

/** Adds to or subtracts from the credit; the amount is a decimal, never a float. */
export function TopUpDialog({ of, onClose }: { of: Tenant; onClose: () => void }) {
  const t = useTexts(tenantsTexts);
  const { number } = useFormats();
  const add = useChange('add-credit', { refreshes: ['list-tenants', 'home'] });
  const submit = (form: FormData): void =>
    add.mutate(
      { slug: of.slug, amount: textOf(form, 'amount'), ...optional('note', textOf(form, 'note')) },
      { onSuccess: onClose },
    );
  return (
    <FormDialog
      title={t('top_up_title', { name: of.name })}
      lead={t('balance', { amount: number(of.balance) })}
      action={t('top_up')}
      change={add}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('amount')}
        hint={t('amount_hint')}
        name="amount"
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        required
      />
      <TextField label={t('note')} name="note" maxLength={500} autoComplete="off" />
    </FormDialog>
  );
}
