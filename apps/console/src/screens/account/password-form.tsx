import { useRef } from 'react';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { accountTexts } from '../../texts/account.ts';
import { ChosenPasswordField } from '../../ui/fields/chosen-password-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Section } from '../../ui/page/section.tsx';
import { notify } from '../../ui/problems/toast.ts';
import { CurrentPasswordField } from './current-password-field.tsx';

/** Changes the password, which ends the other sessions. */
export function PasswordForm() {
  const t = useTexts(accountTexts);
  const change = useChange('change-password', { refreshes: ['list-sessions'] });
  const fields = useRef<HTMLDivElement>(null);
  const finish = (): void => {
    for (const input of fields.current?.querySelectorAll('input') ?? []) input.value = '';
    notify(t('password_changed'));
  };
  const submit = (form: FormData): void =>
    change.mutate(
      { password: String(form.get('password')), new_password: String(form.get('new_password')) },
      { onSuccess: finish },
    );
  return (
    <Section title={t('password')} lead={t('password_lead')}>
      <Card>
        <Form action={t('change_password')} change={change} onSubmit={submit}>
          <div ref={fields} className="grid gap-4">
            <CurrentPasswordField />
            <ChosenPasswordField label={t('new_password')} name="new_password" />
          </div>
        </Form>
      </Card>
    </Section>
  );
}
