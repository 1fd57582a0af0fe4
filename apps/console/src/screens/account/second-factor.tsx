import { useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { RemoveSecondFactorDialog } from './remove-second-factor-dialog.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';
import { accountTexts } from './texts.ts';

/** Whether sign-in asks for a code in addition to the password. */
export function SecondFactor({ isOn }: { isOn: boolean }) {
  const t = useTexts(accountTexts);
  const [opened, setOpened] = useState<'set_up' | 'remove' | null>(null);
  const close = (): void => setOpened(null);
  return (
    <Section title={t('second_factor')} lead={t('second_factor_lead')}>
      <div className="flex flex-wrap items-center gap-3">
        <Badge look={isOn ? 'good' : 'plain'}>{isOn ? t('on') : t('off')}</Badge>
        {isOn ? (
          <Button look="danger" onClick={() => setOpened('remove')}>
            {t('turn_off')}
          </Button>
        ) : (
          <Button onClick={() => setOpened('set_up')}>{t('set_up')}</Button>
        )}
      </div>
      {opened === 'set_up' && <SecondFactorDialog onClose={close} />}
      {opened === 'remove' && <RemoveSecondFactorDialog onClose={close} />}
    </Section>
  );
}
