import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { accountTexts } from '../../texts/account.ts';
import { uiTexts } from '../../texts/shell.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { Card } from '../../ui/page/card.tsx';
import { Section } from '../../ui/page/section.tsx';
import { notify } from '../../ui/problems/toast.ts';

/** The name that the other members see. */
export function ProfileForm({ name }: { name: string }) {
  const t = useTexts(accountTexts);
  const ui = useTexts(uiTexts);
  const change = useChange('update-me', { refreshes: ['me'] });
  return (
    <Section title={t('profile')}>
      <Card>
        <Form
          action={ui('save')}
          change={change}
          onSubmit={(form) => change.mutate({ name: textOf(form, 'name') }, { onSuccess: () => notify(ui('saved')) })}
        >
          <TextField label={t('name')} name="name" defaultValue={name} autoComplete="name" maxLength={100} required />
        </Form>
      </Card>
    </Section>
  );
}
