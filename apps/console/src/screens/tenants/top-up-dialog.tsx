import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { tenantsTexts } from '../../texts/tenants.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { optional, textOf } from '../../ui/forms/form-values.ts';

/** Adds to or subtracts from the credit; the amount is a decimal, never a float. */
export function TopUpDialog({ of, onClose }: { of: OutputOf<'show-tenant'>; onClose: () => void }) {
  const t = useTexts(tenantsTexts);
  const { number } = useFormats();
  const add = useChange('add-credit', { refreshes: ['show-tenant', 'list-tenant-activity', 'home'] });
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
