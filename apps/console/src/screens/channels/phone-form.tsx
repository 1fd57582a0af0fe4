import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CopyBlock } from '../../ui/copy-block.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { textOf } from '../../ui/form-values.ts';
import { channelsTexts } from './texts.ts';

function PhonePage({ pairUrl, sessionToken }: { pairUrl: string; sessionToken: string }) {
  const t = useTexts(channelsTexts);
  const { data } = useOperation('session-status', { session_token: sessionToken }, { everyMs: 2000 });
  const isLinked = data?.status === 'connected';
  return (
    <>
      <p>{t('pair_lead')}</p>
      <CopyBlock label={t('pair_link')} value={pairUrl} />
      <a className={buttonClass('primary')} href={pairUrl} target="_blank" rel="noreferrer">
        {t('open_link')}
      </a>
      <p aria-live="polite">{isLinked ? t('paired') : t('waits')}</p>
    </>
  );
}

/** A phone is linked on the hosted page of its session. */
export function PhoneForm() {
  const t = useTexts(channelsTexts);
  const begin = useChange('create-session', { refreshes: ['list-tenant-channels'] });
  if (begin.data) return <PhonePage pairUrl={begin.data.pair_url} sessionToken={begin.data.session_token} />;
  return (
    <Form
      action={t('pair')}
      isBusy={begin.isPending}
      error={begin.error}
      onSubmit={(form) => begin.mutate({ label: textOf(form, 'label') })}
    >
      <TextField label={t('label')} name="label" maxLength={100} autoComplete="off" required />
    </Form>
  );
}
