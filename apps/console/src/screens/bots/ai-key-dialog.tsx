import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { botsTexts } from '../../texts/bots.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { SecretField, UrlField } from '../../ui/fields/kinds-of-field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { nameOfProvider, PROVIDERS, providerOf } from './bot-values.ts';

/** The provider's answer to a key. */
function Tested({ of: { status, problem }, onClose }: { of: OutputOf<'set-ai-key'>; onClose: () => void }) {
  const t = useTexts(botsTexts);
  return (
    <>
      <p role="status">{t(`key_${status}`)}</p>
      {problem && (
        <p dir="auto" className="text-bad">
          {problem}
        </p>
      )}
      <Button look="primary" onClick={onClose}>
        {t('done')}
      </Button>
    </>
  );
}

/** Tests a key and saves it unless the provider refuses it; shows the provider's answer. */
export function AiKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(botsTexts);
  const set = useChange('set-ai-key', { refreshes: ['list-ai-keys'] });
  const submit = (form: FormData): void =>
    set.mutate({
      provider: providerOf(textOf(form, 'provider')),
      api_key: textOf(form, 'api_key'),
      base_url: textOf(form, 'base_url') || null,
      test: true,
    });
  return (
    <FormDialog
      title={t('set_key')}
      action={t('test_and_save')}
      change={set}
      instead={set.data && <Tested of={set.data} onClose={onClose} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label={t('provider')}
        name="provider"
        choices={PROVIDERS.map((value) => ({ value, text: nameOfProvider(value) }))}
      />
      <SecretField label={t('key')} hint={t('key_hint')} name="api_key" minLength={8} maxLength={1024} />
      <UrlField label={t('base_url')} hint={t('base_url_hint')} name="base_url" />
    </FormDialog>
  );
}
