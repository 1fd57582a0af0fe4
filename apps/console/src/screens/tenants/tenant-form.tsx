import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { textOf } from '../../ui/form-values.ts';
import { LineField, NumberField } from '../../ui/kinds-of-field.tsx';
import { Section } from '../../ui/section.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { notify } from '../../ui/toast.ts';
import { tenantsTexts } from './texts.ts';

const NAME_MAX = 200;
const PLAN_MAX = 50;
const DAYS_MAX = 36_500;

/** What the operator decides about a tenant. */
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
