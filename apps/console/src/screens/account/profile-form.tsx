import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { textOf } from '../../ui/form-values.ts';
import { Section } from '../../ui/section.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { notify } from '../../ui/toast.ts';
import { accountTexts } from './texts.ts';

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
