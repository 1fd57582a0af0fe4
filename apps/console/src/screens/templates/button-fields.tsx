import { TEMPLATE_LIMITS } from '@parley/common/wa-template/template-limits';
import { variablesOf } from '@parley/common/wa-template/template-variables';
import { useTexts } from '../../i18n/language-context.tsx';
import { templatesTexts } from '../../texts/templates.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { ChoiceField, UrlField } from '../../ui/fields/kinds-of-field.tsx';
import { type EditedButton, NEW_BUTTON } from './editing.ts';

const TYPES = ['quick_reply', 'url', 'phone_number', 'copy_code'] as const;

interface OneProps {
  button: EditedButton;
  number: number;
  onChange: (button: EditedButton) => void;
  onRemove: () => void;
}

function OneButton({ button, number, onChange, onRemove }: OneProps) {
  const t = useTexts(templatesTexts);
  const { type, title, url, phone, example } = button;
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 font-medium">{t('button', { number })}</legend>
      <ChoiceField
        label={t('type')}
        values={TYPES}
        value={type}
        textOf={(value) => t(`type_${value}`)}
        onChoose={(chosen) => onChange({ ...button, type: chosen, example: '' })}
      />
      {type !== 'copy_code' && (
        <TextField
          label={t('button_title')}
          dir="auto"
          required
          maxLength={TEMPLATE_LIMITS.buttonTitle}
          value={title}
          onChange={(event) => onChange({ ...button, title: event.target.value })}
        />
      )}
      {type === 'url' && (
        <TextField
          label={t('url')}
          hint={t('url_hint')}
          dir="ltr"
          required
          pattern="https://.+"
          maxLength={TEMPLATE_LIMITS.url}
          value={url}
          onChange={(event) => onChange({ ...button, url: event.target.value })}
        />
      )}
      {type === 'url' && variablesOf(url).length > 0 && (
        <UrlField
          label={t('url_example')}
          value={example}
          onChange={(event) => onChange({ ...button, example: event.target.value })}
        />
      )}
      {type === 'phone_number' && (
        <TextField
          label={t('phone')}
          type="tel"
          dir="ltr"
          required
          pattern="\+\d{7,15}"
          maxLength={TEMPLATE_LIMITS.phoneNumber}
          value={phone}
          onChange={(event) => onChange({ ...button, phone: event.target.value })}
        />
      )}
      {type === 'copy_code' && (
        <TextField
          label={t('code')}
          dir="ltr"
          maxLength={TEMPLATE_LIMITS.code}
          value={example}
          onChange={(event) => onChange({ ...button, example: event.target.value })}
        />
      )}
      <Button onClick={onRemove}>{t('remove_button', { number })}</Button>
    </fieldset>
  );
}

/** The buttons of a template, in their order. */
export function ButtonFields({
  buttons,
  onChange,
}: {
  buttons: readonly EditedButton[];
  onChange: (buttons: readonly EditedButton[]) => void;
}) {
  const t = useTexts(templatesTexts);
  return (
    <section aria-label={t('buttons')} className="grid gap-3">
      <h2 className="font-semibold">{t('buttons')}</h2>
      {buttons.map((button, index) => (
        <OneButton
          // biome-ignore lint/suspicious/noArrayIndexKey: a button is identified by its position
          key={index}
          button={button}
          number={index + 1}
          onChange={(changed) => onChange(buttons.with(index, changed))}
          onRemove={() => onChange(buttons.toSpliced(index, 1))}
        />
      ))}
      {buttons.length < TEMPLATE_LIMITS.buttons && (
        <Button onClick={() => onChange([...buttons, NEW_BUTTON])}>{t('add_button')}</Button>
      )}
    </section>
  );
}
