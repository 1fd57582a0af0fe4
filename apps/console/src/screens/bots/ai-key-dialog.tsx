import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { textOf } from '../../ui/form-values.ts';
import { nameOfProvider, PROVIDERS, providerOf } from './bot-values.ts';
import { botsTexts } from './texts.ts';

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
    <Dialog title={t('set_key')} isOpen onClose={onClose}>
      {set.data ? (
        <>
          <p role="status">{t(`key_${set.data.status}`)}</p>
          {set.data.problem && (
            <p dir="auto" className="text-bad">
              {set.data.problem}
            </p>
          )}
          <Button look="primary" onClick={onClose}>
            {t('done')}
          </Button>
        </>
      ) : (
        <Form action={t('test_and_save')} isBusy={set.isPending} error={set.error} onSubmit={submit}>
          <SelectField
            label={t('provider')}
            name="provider"
            choices={PROVIDERS.map((value) => ({ value, text: nameOfProvider(value) }))}
          />
          <TextField
            label={t('key')}
            hint={t('key_hint')}
            name="api_key"
            type="password"
            dir="ltr"
            minLength={8}
            maxLength={1024}
            autoComplete="off"
            required
          />
          <TextField
            label={t('base_url')}
            hint={t('base_url_hint')}
            name="base_url"
            type="url"
            dir="ltr"
            maxLength={2048}
            autoComplete="off"
          />
        </Form>
      )}
    </Dialog>
  );
}
