import { useState } from 'react';
import type { InputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { optional, textOf } from '../../ui/form-values.ts';
import { uiTexts } from '../../ui/texts.ts';
import { notificationsTexts } from './texts.ts';

type Provider = NonNullable<InputOf<'update-notification-settings'>['sms']>['provider'];
const PROVIDERS: readonly Provider[] = ['twilio', 'unifonic', 'http'];
const NAMES: Readonly<Record<Provider, string>> = { twilio: 'Twilio', unifonic: 'Unifonic', http: 'HTTP' };

/** The workspace's own SMS account; its secret is never shown again. */
export function SmsAccountForm({ provider }: { provider: string | null }) {
  const t = useTexts(notificationsTexts);
  const ui = useTexts(uiTexts);
  const [chosen, setChosen] = useState<Provider>('twilio');
  const change = useChange('update-notification-settings', { refreshes: ['get-notification-settings'] });
  const submit = (form: FormData): void =>
    change.mutate({
      sms: {
        provider: chosen,
        ...optional('url', textOf(form, 'url')),
        ...optional('account', textOf(form, 'account')),
        ...optional('secret', textOf(form, 'secret')),
        ...optional('from', textOf(form, 'from_name')),
      },
    });
  return (
    <Card>
      <p>{provider ? t('sms_over', { provider }) : t('sms_over_ours')}</p>
      <Form action={ui('save')} isBusy={change.isPending} error={change.error} onSubmit={submit}>
        <SelectField
          label={t('provider')}
          value={chosen}
          onChange={(event) => setChosen(PROVIDERS.find((one) => one === event.target.value) ?? 'twilio')}
          choices={PROVIDERS.map((value) => ({ value, text: NAMES[value] }))}
        />
        {chosen === 'http' ? (
          <TextField label={t('url')} name="url" type="url" dir="ltr" maxLength={2048} autoComplete="off" required />
        ) : (
          <TextField label={t('account')} name="account" dir="ltr" maxLength={200} autoComplete="off" required />
        )}
        {chosen !== 'unifonic' && (
          <TextField
            label={t('secret')}
            name="secret"
            type="password"
            dir="ltr"
            maxLength={500}
            autoComplete="off"
            required
          />
        )}
        <TextField label={t('sender')} name="from_name" dir="ltr" maxLength={50} autoComplete="off" />
      </Form>
      {provider && (
        <Button disabled={change.isPending} onClick={() => change.mutate({ sms: null })}>
          {t('use_ours')}
        </Button>
      )}
    </Card>
  );
}
