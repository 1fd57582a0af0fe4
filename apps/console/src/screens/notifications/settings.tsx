import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { textOf } from '../../ui/form-values.ts';
import { NumberField } from '../../ui/kinds-of-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { notify } from '../../ui/toast.ts';
import { MailServerForm } from './mail-server-form.tsx';
import { SmsAccountForm } from './sms-account-form.tsx';
import { notificationsTexts } from './texts.ts';

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
