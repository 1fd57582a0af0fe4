import { useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { useOwnLanguage } from '../../shell/own-language.ts';
import { areSingleKeysOn, setSingleKeys } from '../../shell/single-keys.ts';
import { useTheme } from '../../shell/theme-context.tsx';
import { Card } from '../../ui/card.tsx';
import { useEnterSends } from '../../ui/enter-sends.ts';
import { CheckField, SelectField } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';
import { AlertFields } from './alert-fields.tsx';
import { accountTexts } from './texts.ts';

/** The language of the console, and its theme, keys and alerts in this browser. */
export function DisplayChoices() {
  const t = useTexts(accountTexts);
  const { language, choose, error } = useOwnLanguage();
  const { theme, setTheme } = useTheme();
  const [hasKeys, setKeys] = useState(areSingleKeysOn);
  const [enterSends, setEnterSends] = useEnterSends();
  const listen = (isOn: boolean): void => {
    setSingleKeys(isOn);
    setKeys(isOn);
  };
  return (
    <Section title={t('display')} lead={t('display_lead')}>
      <Card>
        <SelectField
          label={t('language')}
          value={language}
          onChoose={(next) => choose(next === 'ar' ? 'ar' : 'en')}
          choices={[
            { value: 'en', text: 'English' },
            { value: 'ar', text: 'العربية' },
          ]}
        />
        <SelectField
          label={t('theme')}
          value={theme}
          onChoose={(next) => setTheme(next === 'dark' ? 'dark' : 'light')}
          choices={[
            { value: 'light', text: t('light') },
            { value: 'dark', text: t('dark') },
          ]}
        />
        <CheckField label={t('single_keys')} checked={hasKeys} onChange={(event) => listen(event.target.checked)} />
        <CheckField
          label={t('enter_sends')}
          checked={enterSends}
          onChange={(event) => setEnterSends(event.target.checked)}
        />
        <AlertFields />
        <Problem error={error} />
      </Card>
    </Section>
  );
}
