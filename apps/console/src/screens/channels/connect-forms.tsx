import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { channelsTexts } from '../../texts/channels.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { CopyBlock } from '../../ui/buttons/copy-block.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { SecretField, UrlField } from '../../ui/fields/kinds-of-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { CHANNEL_LISTS } from './channel-lists.ts';

/** Connects a Telegram bot by its token. */
export function BotForm({ onDone }: { onDone: () => void }) {
  const t = useTexts(channelsTexts);
  const connect = useChange('connect-telegram', { refreshes: CHANNEL_LISTS });
  const submit = (form: FormData): void =>
    connect.mutate({ bot_token: textOf(form, 'bot_token') }, { onSuccess: onDone });
  return (
    <Form action={t('connect')} change={connect} onSubmit={submit}>
      <TextField
        label={t('bot_token')}
        hint={t('bot_token_hint')}
        name="bot_token"
        dir="ltr"
        maxLength={256}
        autoComplete="off"
        required
      />
    </Form>
  );
}

const ID = { dir: 'ltr', inputMode: 'numeric', pattern: '\\d{5,32}', autoComplete: 'off', required: true } as const;

/** Connects a number of the Cloud API by its ids and a token. */
export function NumberForm({ onDone }: { onDone: () => void }) {
  const t = useTexts(channelsTexts);
  const connect = useChange('connect-wa-number', { refreshes: CHANNEL_LISTS });
  const submit = (form: FormData): void =>
    connect.mutate(
      {
        phone_number_id: textOf(form, 'phone_number_id'),
        waba_id: textOf(form, 'waba_id'),
        access_token: textOf(form, 'access_token'),
        number: textOf(form, 'number'),
        label: textOf(form, 'label'),
      },
      { onSuccess: onDone },
    );
  return (
    <Form action={t('connect')} change={connect} onSubmit={submit}>
      <TextField label={t('phone_number_id')} name="phone_number_id" {...ID} />
      <TextField label={t('waba_id')} name="waba_id" {...ID} />
      <SecretField label={t('access_token')} hint={t('access_token_hint')} name="access_token" maxLength={2048} />
      <TextField label={t('number')} name="number" type="tel" dir="ltr" maxLength={30} autoComplete="off" required />
      <TextField label={t('label')} name="label" maxLength={100} autoComplete="off" required />
    </Form>
  );
}

/** The address of this screen, to which a link opened here returns. */
const here = (): string => `${window.location.origin}/console/channels`;

/**
 * Connects a page, an account or a number through a link for the person who manages it. A link that returns to this screen is
 * created with the path only: the deployment's public origin may differ from this one.
 */
export function LinkForm({ channel }: { channel: 'wa' | 'fb' | 'ig' | 'tt' }) {
  const t = useTexts(channelsTexts);
  const make = useChange('connect-link');
  const submit = (form: FormData): void => {
    const given = textOf(form, 'redirect_url');
    make.mutate({ channel, redirect_url: given === here() ? new URL(given).pathname : given });
  };
  if (make.data)
    return (
      <>
        <p role="status">{t(channel === 'wa' ? 'link_lead_wa' : 'link_lead')}</p>
        <CopyBlock label={t('link')} value={make.data.connect_url} />
        <a className={buttonClass('primary')} href={make.data.connect_url}>
          {t('open_link')}
        </a>
      </>
    );
  return (
    <Form action={t('make_link')} change={make} onSubmit={submit}>
      <UrlField
        label={t('redirect_url')}
        hint={t('redirect_url_hint')}
        name="redirect_url"
        placeholder="https://"
        defaultValue={here()}
        required
      />
    </Form>
  );
}
