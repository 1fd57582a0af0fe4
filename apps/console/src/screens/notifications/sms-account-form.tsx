import { useState } from 'react';
import type { InputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { notificationsTexts } from '../../texts/notifications.ts';
import { uiTexts } from '../../texts/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { ChoiceField, SecretField, UrlField } from '../../ui/fields/kinds-of-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { optional, textOf } from '../../ui/forms/form-values.ts';
import { Card } from '../../ui/page/card.tsx';

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
      <Form action={ui('save')} change={change} onSubmit={submit}>
        <ChoiceField
          label={t('provider')}
          values={PROVIDERS}
          value={chosen}
          textOf={(one) => NAMES[one]}
          onChoose={setChosen}
        />
        {chosen === 'http' ? (
          <UrlField label={t('url')} name="url" required />
        ) : (
          <TextField label={t('account')} name="account" dir="ltr" maxLength={200} autoComplete="off" required />
        )}
        {chosen !== 'unifonic' && <SecretField label={t('secret')} name="secret" maxLength={500} />}
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
