import { useState } from 'react';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { accountTexts } from '../../texts/account.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Section } from '../../ui/page/section.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';

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

function RemoveSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(accountTexts);
  const remove = useChange('remove-second-factor', { refreshes: ['me'] });
  const submit = (form: FormData): void =>
    remove.mutate({ password: String(form.get('password')) }, { onSuccess: onClose });
  return (
    <FormDialog
      title={t('turn_off')}
      lead={t('turn_off_lead')}
      action={t('turn_off')}
      change={remove}
      onSubmit={submit}
      onClose={onClose}
    >
      <CurrentPasswordField />
    </FormDialog>
  );
}
