import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { textOf } from '../../ui/form-values.ts';
import { LineField } from '../../ui/kinds-of-field.tsx';
import { Section } from '../../ui/section.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { TimeZoneField } from '../../ui/time-zone-field.tsx';
import { notify } from '../../ui/toast.ts';
import { LogoField } from './logo-field.tsx';
import { settingsTexts } from './texts.ts';

const NAME_MAX = 200;
const LANGUAGES = ['en', 'ar'] as const;
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
            onChoose={(next) => setLanguage(LANGUAGES.find((one) => one === next) ?? null)}
            choices={[
              { value: OF_BROWSER, text: t('of_browser') },
              { value: 'en', text: 'English' },
              { value: 'ar', text: 'العربية' },
            ]}
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
