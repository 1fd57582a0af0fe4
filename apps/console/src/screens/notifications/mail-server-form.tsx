import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { notificationsTexts } from '../../texts/notifications.ts';
import { uiTexts } from '../../texts/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { Card } from '../../ui/page/card.tsx';

/** The workspace's own mail server; its address with the password is never shown again. */
export function MailServerForm({ host, from }: { host: string | null; from: string | null }) {
  const t = useTexts(notificationsTexts);
  const ui = useTexts(uiTexts);
  const change = useChange('update-notification-settings', { refreshes: ['get-notification-settings'] });
  return (
    <Card>
      <p>{host ? t('mail_over', { host }) : t('mail_over_ours')}</p>
      <Form
        action={ui('save')}
        change={change}
        onSubmit={(form) => change.mutate({ smtp_url: textOf(form, 'smtp_url'), mail_from: textOf(form, 'mail_from') })}
      >
        <TextField
          label={t('smtp_url')}
          name="smtp_url"
          dir="ltr"
          placeholder="smtps://user:password@host:465"
          maxLength={2048}
          autoComplete="off"
          required
        />
        <TextField
          label={t('mail_from')}
          name="mail_from"
          type="email"
          dir="ltr"
          defaultValue={from ?? ''}
          autoComplete="off"
          required
        />
      </Form>
      {host && (
        <Button disabled={change.isPending} onClick={() => change.mutate({ smtp_url: null, mail_from: null })}>
          {t('use_ours')}
        </Button>
      )}
    </Card>
  );
}
