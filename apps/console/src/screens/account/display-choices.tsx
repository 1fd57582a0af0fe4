import { useState } from 'react';
import { useChange } from '../../api/use-operations.ts';
import type { Language } from '../../i18n/define-texts.ts';
import { useLanguage, useTexts } from '../../i18n/language-context.tsx';
import { areSingleKeysOn, setSingleKeys } from '../../shell/single-keys.ts';
import { useTheme } from '../../shell/theme-context.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckField, SelectField } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';
import { accountTexts } from './texts.ts';

/** How the console looks and listens in this browser. A member's language is also that of their mails. */
export function DisplayChoices({ isMember }: { isMember: boolean }) {
  const t = useTexts(accountTexts);
  const { language, setLanguage } = useLanguage();
  const { theme, setTheme } = useTheme();
  const [hasKeys, setKeys] = useState(areSingleKeysOn);
  const change = useChange('update-me', { refreshes: ['me'] });
  const speak = (chosen: Language): void => {
    setLanguage(chosen);
    if (isMember) change.mutate({ language: chosen });
  };
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
          onChange={(event) => speak(event.target.value === 'ar' ? 'ar' : 'en')}
          choices={[
            { value: 'en', text: 'English' },
            { value: 'ar', text: 'العربية' },
          ]}
        />
        <SelectField
          label={t('theme')}
          value={theme}
          onChange={(event) => setTheme(event.target.value === 'dark' ? 'dark' : 'light')}
          choices={[
            { value: 'light', text: t('light') },
            { value: 'dark', text: t('dark') },
          ]}
        />
        <CheckField label={t('single_keys')} checked={hasKeys} onChange={(event) => listen(event.target.checked)} />
        <Problem error={change.error} />
      </Card>
    </Section>
  );
}
