import type { OutputOf } from '../../api/operations.ts';
import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { botsTexts } from '../../texts/bots.ts';
import { channelTexts } from '../../texts/shell.ts';
import { CheckField, CheckGroup, SelectField, TextArea, TextField } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/kinds-of-field.tsx';
import { Disclosure } from '../../ui/page/disclosure.tsx';
import { type Bot, nameOfProvider, PROVIDERS } from './bot-values.ts';
import { LimitFields } from './limit-fields.tsx';
import { TriggerFields } from './trigger-fields.tsx';

interface Props {
  of: Bot | null;
  keys: OutputOf<'list-ai-keys'>;
}

function ModelFields({ of, keys }: Props) {
  const t = useTexts(botsTexts);
  const offersPlatform = keys.platform.providers.length > 0 || of?.key_mode === 'platform';
  return (
    <>
      <SelectField
        label={t('key_mode')}
        name="key_mode"
        defaultValue={of?.key_mode ?? (keys.items.length === 0 && offersPlatform ? 'platform' : 'own')}
        choices={[
          { value: 'own', text: t('own_key') },
          ...(offersPlatform ? [{ value: 'platform', text: t('platform_key', { price: keys.platform.price }) }] : []),
        ]}
      />
      <SelectField
        label={t('provider')}
        name="provider"
        defaultValue={of?.provider ?? keys.items[0]?.provider ?? 'openai'}
        choices={PROVIDERS.map((value) => ({ value, text: nameOfProvider(value) }))}
      />
      <TextField
        label={t('model')}
        hint={t('model_hint')}
        name="model"
        dir="ltr"
        maxLength={200}
        defaultValue={of?.model}
        autoComplete="off"
        required
      />
    </>
  );
}

function AccountFields({ of }: { of: Bot | null }) {
  const t = useTexts(botsTexts);
  const channelName = useTexts(channelTexts);
  const channels = useList('list-tenant-channels', { limit: 200 });
  if (!channels.data) return null;
  return (
    <>
      <CheckGroup
        label={t('accounts')}
        name="accounts"
        choices={channels.data.map(({ account_id, channel, name }) => ({
          value: String(account_id),
          text: `${name} (${channelName(channel)})`,
        }))}
        checked={of?.accounts.map(String) ?? []}
      />
      <p className="text-sm text-muted">{t('accounts_hint')}</p>
    </>
  );
}

/** The fields of a new or changed bot. */
export function BotFields({ of, keys }: Props) {
  const t = useTexts(botsTexts);
  return (
    <>
      <TextField label={t('name')} name="name" maxLength={100} defaultValue={of?.name} autoComplete="off" required />
      <ModelFields of={of} keys={keys} />
      <TextArea
        label={t('instructions')}
        hint={t('instructions_hint')}
        name="instructions"
        rows={8}
        maxLength={20_000}
        defaultValue={of?.instructions}
        required
      />
      <Disclosure title={t('where_and_when')}>
        <AccountFields of={of} />
        <TriggerFields of={of?.trigger ?? null} />
        <CheckField label={t('groups')} name="groups" defaultChecked={of?.groups ?? false} />
      </Disclosure>
      <Disclosure title={t('people')}>
        <TextArea
          label={t('hand_over_message')}
          hint={t('hand_over_hint')}
          name="hand_over_message"
          maxLength={1000}
          defaultValue={of?.hand_over_message ?? ''}
        />
        <TextArea
          label={t('stop_words')}
          hint={t('one_a_line')}
          name="stop_words"
          defaultValue={of?.stop_words.join('\n')}
        />
        <NumberField
          label={t('resume_after_minutes')}
          hint={t('resume_hint')}
          name="resume_after_minutes"
          min={1}
          max={10_080}
          defaultValue={of?.resume_after_minutes ?? ''}
        />
        <CheckField label={t('pause_on_api')} name="pause_on_api" defaultChecked={of?.pause_on_api ?? false} />
      </Disclosure>
      <LimitFields of={of} />
      <Disclosure title={t('tools')}>
        <TextArea
          label={t('tools_json')}
          hint={t('tools_hint')}
          name="tools"
          dir="ltr"
          rows={8}
          spellCheck={false}
          defaultValue={of && of.tools.length > 0 ? JSON.stringify(of.tools, null, 2) : ''}
        />
      </Disclosure>
    </>
  );
}
