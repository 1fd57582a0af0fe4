import { HEADER_TYPES, isMediaHeader, TEMPLATE_LIMITS } from '@parley/common/wa-template/template-limits';
import { variablesOf } from '@parley/common/wa-template/template-variables';
import { useTexts } from '../../i18n/language-context.tsx';
import { templatesTexts } from '../../texts/templates.ts';
import { CheckField, TextArea, TextField } from '../../ui/fields/field.tsx';
import { ChoiceField, NumberField, UrlField } from '../../ui/fields/kinds-of-field.tsx';
import { ButtonFields } from './button-fields.tsx';
import type { Editing } from './editing.ts';

const HEADERS = ['none', ...HEADER_TYPES] as const;
const placeOf = (name: string): string => `{{${name}}}`;

export interface FieldsProps {
  editing: Editing;
  onChange: (changed: Partial<Editing>) => void;
}

function HeaderFields({ editing, onChange }: FieldsProps) {
  const t = useTexts(templatesTexts);
  const { header, headerText, headerExample, mediaUrl } = editing;
  const [name] = header === 'text' ? variablesOf(headerText) : [];
  return (
    <>
      <ChoiceField
        label={t('header')}
        values={HEADERS}
        value={header}
        textOf={(value) => t(`header_${value}`)}
        onChoose={(chosen) => onChange({ header: chosen })}
      />
      {header === 'text' && (
        <TextField
          label={t('header_text_label')}
          dir="auto"
          maxLength={TEMPLATE_LIMITS.headerText}
          value={headerText}
          onChange={(event) => onChange({ headerText: event.target.value })}
        />
      )}
      {name !== undefined && (
        <TextField
          label={t('header_example', { name: placeOf(name) })}
          dir="auto"
          maxLength={TEMPLATE_LIMITS.example}
          value={headerExample}
          onChange={(event) => onChange({ headerExample: event.target.value })}
        />
      )}
      {isMediaHeader(header) && (
        <UrlField
          label={t('sample')}
          hint={t('sample_hint')}
          value={mediaUrl}
          onChange={(event) => onChange({ mediaUrl: event.target.value })}
        />
      )}
    </>
  );
}

function BodyFields({ editing, onChange }: FieldsProps) {
  const t = useTexts(templatesTexts);
  const { body, examples } = editing;
  return (
    <>
      <TextArea
        label={t('body')}
        hint={t('body_hint')}
        rows={6}
        maxLength={TEMPLATE_LIMITS.body}
        value={body}
        onChange={(event) => onChange({ body: event.target.value })}
      />
      {variablesOf(body).map((name) => (
        <TextField
          key={name}
          label={t('header_example', { name: placeOf(name) })}
          dir="auto"
          maxLength={TEMPLATE_LIMITS.example}
          value={examples[name] ?? ''}
          onChange={(event) => onChange({ examples: { ...examples, [name]: event.target.value } })}
        />
      ))}
    </>
  );
}

function AuthenticationFields({ editing, onChange }: FieldsProps) {
  const t = useTexts(templatesTexts);
  return (
    <>
      <p className="text-muted">{t('authentication_lead')}</p>
      <CheckField
        label={t('advice')}
        checked={editing.hasSecurityAdvice}
        onChange={(event) => onChange({ hasSecurityAdvice: event.target.checked })}
      />
      <NumberField
        label={t('minutes')}
        min={1}
        max={TEMPLATE_LIMITS.codeMinutes}
        value={editing.minutes}
        onChange={(event) => onChange({ minutes: event.target.value })}
      />
    </>
  );
}

/** Header, body, footer and buttons; for an authentication template only the fields that Meta does not write itself. */
export function ContentFields({ editing, onChange }: FieldsProps) {
  const t = useTexts(templatesTexts);
  if (editing.category === 'AUTHENTICATION') return <AuthenticationFields editing={editing} onChange={onChange} />;
  return (
    <>
      <HeaderFields editing={editing} onChange={onChange} />
      <BodyFields editing={editing} onChange={onChange} />
      <TextField
        label={t('footer')}
        dir="auto"
        maxLength={TEMPLATE_LIMITS.footer}
        value={editing.footer}
        onChange={(event) => onChange({ footer: event.target.value })}
      />
      <ButtonFields buttons={editing.buttons} onChange={(buttons) => onChange({ buttons })} />
    </>
  );
}
