import { isLanguage } from '@parley/common/languages/languages';
import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { LANGUAGE_CHOICES } from '../../i18n/languages.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { uiTexts } from '../../texts/shell.ts';
import { SelectField } from '../../ui/fields/field.tsx';
import { LineField } from '../../ui/fields/kinds-of-field.tsx';
import { TimeZoneField } from '../../ui/fields/time-zone-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { Card } from '../../ui/page/card.tsx';
import { Section } from '../../ui/page/section.tsx';
import { notify } from '../../ui/problems/toast.ts';
import { LogoField } from './logo-field.tsx';

const NAME_MAX = 200;
/** A select has no empty value. */
const OF_BROWSER = 'browser';

/** Logo, name, language and time zone of the workspace. */
export function GeneralForm({ settings }: { settings: OutputOf<'get-workspace'> }) {
  const t = useTexts(settingsTexts);
  const ui = useTexts(uiTexts);
  const [language, setLanguage] = useState(settings.language);
  const change = useChange('update-workspace', { refreshes: ['get-workspace', 'me'] });
  const submit = (form: FormData): void =>
    change.mutate(
      { name: textOf(form, 'name'), language, time_zone: textOf(form, 'time_zone') },
      { onSuccess: () => notify(ui('saved')) },
    );
  return (
    <Section title={t('general')}>
      <Card>
        <LogoField settings={settings} />
        <Form action={ui('save')} change={change} of="workspace" onSubmit={submit}>
          <LineField label={t('name')} name="name" maxLength={NAME_MAX} defaultValue={settings.name} />
          <SelectField
            label={t('language')}
            hint={t('language_hint')}
            value={language ?? OF_BROWSER}
            onChoose={(next) => setLanguage(isLanguage(next) ? next : null)}
            choices={[{ value: OF_BROWSER, text: t('of_browser') }, ...LANGUAGE_CHOICES]}
          />
          <TimeZoneField
            label={t('time_zone')}
            hint={t('time_zone_hint')}
            name="time_zone"
            value={settings.time_zone ?? undefined}
          />
        </Form>
      </Card>
    </Section>
  );
}
