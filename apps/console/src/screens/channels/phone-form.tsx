import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { channelsTexts } from '../../texts/channels.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { CopyBlock } from '../../ui/buttons/copy-block.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { Problem } from '../../ui/problems/problem.tsx';
import { CHANNEL_LISTS } from './channel-lists.ts';
import { ProxyField } from './device-proxy.tsx';

/** Days of earlier messages that can be imported; by default none. */
const HISTORY_DAYS = [0, 7, 30, 90];

/** States in which no phone can take the session. */
const CLOSED: readonly string[] = ['connected', 'reconnecting', 'expired', 'deleted'];

/** A later code is valid for 20 s: it is refetched well before it expires. */
const QR_EVERY_MS = 8000;

/** The QR code for the phone; requesting it opens the connection. */
function PhoneQr({ sessionToken }: { sessionToken: string }) {
  const t = useTexts(channelsTexts);
  const { data, error } = useOperation('session-qr', { session_token: sessionToken }, { everyMs: QR_EVERY_MS });
  // The last code stays visible while the next one is requested.
  if (!data) return error ? <Problem error={error} /> : <p>{t('qr_waits')}</p>;
  return <img src={data.image} alt={t('qr')} className="size-56 rounded-lg bg-white" />;
}

/** A code to type on the phone, for people who cannot scan. */
function PhoneCode({ sessionToken }: { sessionToken: string }) {
  const t = useTexts(channelsTexts);
  const ask = useChange('pair-code');
  if (ask.data) return <CopyBlock label={t('pairing_code')} value={ask.data.pairing_code} />;
  return (
    <Form
      action={t('ask_code')}
      change={ask}
      onSubmit={(form) => ask.mutate({ session_token: sessionToken, phone: textOf(form, 'phone') })}
    >
      <TextField
        label={t('phone')}
        hint={t('phone_hint')}
        name="phone"
        type="tel"
        dir="ltr"
        maxLength={30}
        autoComplete="off"
        required
      />
    </Form>
  );
}

function Linking({ of: { session_token, pair_url } }: { of: OutputOf<'create-session'> }) {
  const t = useTexts(channelsTexts);
  const [isByCode, setByCode] = useState(false);
  const { data } = useOperation('session-status', { session_token }, { everyMs: 2000 });
  if (data?.status === 'connected') return <p role="status">{t('paired')}</p>;
  const isClosed = data !== undefined && CLOSED.includes(data.status);
  return (
    <>
      <p aria-live="polite">{t('waits')}</p>
      {data && !isClosed && (
        <>
          {isByCode ? (
            <PhoneCode sessionToken={session_token} />
          ) : (
            <>
              <p>{t('scan')}</p>
              <PhoneQr sessionToken={session_token} />
            </>
          )}
          <Button onClick={() => setByCode(!isByCode)}>{isByCode ? t('by_qr') : t('by_code')}</Button>
        </>
      )}
      <p>{t('pair_lead')}</p>
      <CopyBlock label={t('pair_link')} value={pair_url} />
      <a className={buttonClass('plain')} href={pair_url} target="_blank" rel="noreferrer">
        {t('open_link')}
      </a>
    </>
  );
}

/** Links a phone by QR or by code here, or on the hosted page of its session. */
export function PhoneForm() {
  const t = useTexts(channelsTexts);
  const begin = useChange('create-session', { refreshes: CHANNEL_LISTS });
  if (begin.data) return <Linking of={begin.data} />;
  const submit = (form: FormData): void => {
    const proxy = textOf(form, 'proxy').trim();
    const [label, days] = [textOf(form, 'label'), Number(textOf(form, 'history_days'))];
    begin.mutate({ label, history_days: days, ...(proxy === '' ? {} : { proxy }) });
  };
  return (
    <Form action={t('pair')} change={begin} onSubmit={submit}>
      <TextField label={t('label')} name="label" maxLength={100} autoComplete="off" required />
      <SelectField
        label={t('history')}
        hint={t('history_hint')}
        name="history_days"
        choices={HISTORY_DAYS.map((count) => ({
          value: String(count),
          text: count === 0 ? t('history_none') : t('history_days', { count }),
        }))}
      />
      <ProxyField label={t('proxy')} hint={t('proxy_hint')} />
    </Form>
  );
}
