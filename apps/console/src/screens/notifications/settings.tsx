import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { notificationsTexts } from '../../texts/notifications.ts';
import { uiTexts } from '../../texts/shell.ts';
import { NumberField } from '../../ui/fields/kinds-of-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { Card } from '../../ui/page/card.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { notify } from '../../ui/problems/toast.ts';
import { MailServerForm } from './mail-server-form.tsx';
import { SmsAccountForm } from './sms-account-form.tsx';

const MINUTES_MAX = 1440;

function UnattendedForm({ minutes }: { minutes: number }) {
  const t = useTexts(notificationsTexts);
  const ui = useTexts(uiTexts);
  const change = useChange('update-notification-settings', { refreshes: ['get-notification-settings'] });
  return (
    <Card>
      <Form
        action={ui('save')}
        change={change}
        onSubmit={(form) =>
          change.mutate(
            { unattended_minutes: Number(textOf(form, 'minutes')) },
            { onSuccess: () => notify(ui('saved')) },
          )
        }
      >
        <NumberField
          label={t('unattended_minutes')}
          name="minutes"
          min={1}
          max={MINUTES_MAX}
          defaultValue={minutes}
          required
        />
      </Form>
    </Card>
  );
}

/** When a waiting customer causes a notification, and the workspace's own mail server and SMS account. */
export function Settings() {
  const t = useTexts(notificationsTexts);
  const { data, error } = useOperation('get-notification-settings', {});
  return (
    <Section title={t('settings')}>
      <Problem error={error} />
      {data && (
        <div className="grid items-start gap-4 lg:grid-cols-3">
          <UnattendedForm minutes={data.unattended_minutes} />
          <MailServerForm host={data.smtp_host} from={data.mail_from} />
          <SmsAccountForm provider={data.sms_provider} />
        </div>
      )}
    </Section>
  );
}
