import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { uiTexts } from '../../texts/shell.ts';
import { tenantsTexts } from '../../texts/tenants.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { LineField, NumberField } from '../../ui/fields/kinds-of-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { Card } from '../../ui/page/card.tsx';
import { Section } from '../../ui/page/section.tsx';
import { notify } from '../../ui/problems/toast.ts';

const NAME_MAX = 200;
const PLAN_MAX = 50;
const DAYS_MAX = 36_500;

/** The settings of a tenant that its operator decides. */
export function TenantForm({ of }: { of: OutputOf<'show-tenant'> }) {
  const t = useTexts(tenantsTexts);
  const ui = useTexts(uiTexts);
  const change = useChange('update-tenant', { refreshes: ['show-tenant', 'list-tenant-activity'] });
  const submit = (form: FormData): void => {
    const [days, threshold] = [textOf(form, 'retention_days'), textOf(form, 'threshold')];
    change.mutate(
      {
        slug: of.slug,
        name: textOf(form, 'name'),
        plan: textOf(form, 'plan'),
        retention_days: days === '' ? null : Number(days),
        low_credit_threshold: threshold === '' ? null : threshold,
      },
      { onSuccess: () => notify(ui('saved')) },
    );
  };
  return (
    <Section title={t('settings')}>
      <Card>
        <Form action={ui('save')} change={change} of={of.slug} onSubmit={submit}>
          <LineField label={t('name')} name="name" maxLength={NAME_MAX} defaultValue={of.name} />
          <LineField label={t('plan')} name="plan" maxLength={PLAN_MAX} defaultValue={of.plan} />
          <NumberField
            label={t('retention')}
            hint={t('retention_hint')}
            name="retention_days"
            min={1}
            max={DAYS_MAX}
            defaultValue={of.retention_days ?? ''}
          />
          <TextField
            label={t('threshold')}
            hint={t('threshold_hint')}
            name="threshold"
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={of.low_credit_threshold ?? ''}
          />
        </Form>
      </Card>
    </Section>
  );
}
