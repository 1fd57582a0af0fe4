import { isLanguage } from '@parley/common/languages/languages';
import { useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { LANGUAGE_CHOICES } from '../../i18n/languages.ts';
import { areSingleKeysOn, setSingleKeys } from '../../shell/keys/single-keys.ts';
import { useOwnLanguage } from '../../shell/session/own-language.ts';
import { useTheme } from '../../shell/theme-context.tsx';
import { accountTexts } from '../../texts/account.ts';
import { CheckField, SelectField } from '../../ui/fields/field.tsx';
import { useEnterSends } from '../../ui/forms/enter-sends.ts';
import { useOpensNext } from '../../ui/lists/opens-next.ts';
import { Card } from '../../ui/page/card.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { AlertFields } from './alert-fields.tsx';

/** The language of the console, and its theme, keys and alerts in this browser. */
export function DisplayChoices() {
  const t = useTexts(accountTexts);
  const { language, choose, error } = useOwnLanguage();
  const { theme, setTheme } = useTheme();
  const [hasKeys, setKeys] = useState(areSingleKeysOn);
  const [enterSends, setEnterSends] = useEnterSends();
  const [opensNext, setOpensNext] = useOpensNext();
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
          onChoose={(next) => isLanguage(next) && choose(next)}
          choices={LANGUAGE_CHOICES}
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
        <CheckField
          label={t('opens_next')}
          checked={opensNext}
          onChange={(event) => setOpensNext(event.target.checked)}
        />
        <AlertFields />
        <Problem error={error} />
      </Card>
    </Section>
  );
}
