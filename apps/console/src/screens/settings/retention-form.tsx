import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { uiTexts } from '../../texts/shell.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { NumberField } from '../../ui/fields/kinds-of-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { Card } from '../../ui/page/card.tsx';
import { Section } from '../../ui/page/section.tsx';
import { notify } from '../../ui/problems/toast.ts';

const DAYS_MAX = 36_500;

/** How long messages are kept. A shorter time deletes messages: the form asks before. */
export function RetentionForm({ settings }: { settings: OutputOf<'get-workspace'> }) {
  const t = useTexts(settingsTexts);
  const ui = useTexts(uiTexts);
  const { retention_days: held, deployment_retention_days: longest } = settings;
  const [asked, setAsked] = useState<number | null>(null);
  const change = useChange('update-workspace', { refreshes: ['get-workspace'] });
  const save = (days: number | null): void =>
    change.mutate(
      { retention_days: days },
      {
        onSuccess: () => {
          setAsked(null);
          notify(ui('saved'));
        },
      },
    );
  const submit = (form: FormData): void => {
    const given = textOf(form, 'retention_days');
    const days = given === '' ? null : Number(given);
    const next = days ?? longest;
    if (next !== null && isShorter(next, held ?? longest)) setAsked(next);
    else save(days);
  };
  return (
    <Section title={t('retention')} lead={t('retention_lead')}>
      <Card>
        <Form action={ui('save')} change={change} of="retention" onSubmit={submit}>
          <NumberField
            label={t('days')}
            hint={longest === null ? t('days_forever') : t('days_deployment', { count: longest })}
            name="retention_days"
            min={1}
            max={Math.max(longest ?? DAYS_MAX, held ?? 1)}
            defaultValue={held ?? ''}
          />
        </Form>
      </Card>
      {asked !== null && (
        <ConfirmDialog
          title={t('shorter_title')}
          action={t('shorter_action')}
          change={change}
          onConfirm={() => save(asked)}
          onClose={() => setAsked(null)}
        >
          {t('shorter_lead', { count: asked })}
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Whether messages are kept for fewer days than before; null: for ever. */
const isShorter = (days: number, before: number | null): boolean => before === null || days < before;
