import { type ReactNode, useState } from 'react';
import type { InputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { uiTexts } from '../../texts/shell.ts';
import { CheckField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Section } from '../../ui/page/section.tsx';
import { notify } from '../../ui/problems/toast.ts';

interface Props {
  title: string;
  /** Label of the switch. */
  label: string;
  isOn: boolean;
  /** The settings of the rule: as the form has them, or null for a rule that is off. */
  settingsOf: (form: FormData | null) => InputOf<'update-workspace'>;
  /** Distinguishes the form from others on the page. */
  of: string;
  /** The fields of the rule, shown while it is on. */
  children: ReactNode;
}

/** A rule of the workspace, which sends automatic messages while it is on. */
export function RuleForm({ title, label, isOn: wasOn, settingsOf, of, children }: Props) {
  const ui = useTexts(uiTexts);
  const [isOn, setOn] = useState(wasOn);
  const change = useChange('update-workspace', { refreshes: ['get-workspace'] });
  const submit = (form: FormData): void =>
    change.mutate(settingsOf(isOn ? form : null), { onSuccess: () => notify(ui('saved')) });
  return (
    <Section title={title}>
      <Card>
        <Form action={ui('save')} change={change} of={of} onSubmit={submit}>
          <CheckField label={label} checked={isOn} onChange={(event) => setOn(event.target.checked)} />
          {isOn && children}
        </Form>
      </Card>
    </Section>
  );
}
