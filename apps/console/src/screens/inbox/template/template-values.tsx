import type { OutputOf } from '../../../api/operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { templateTexts } from '../../../texts/inbox-more.ts';
import { TextField } from '../../../ui/fields/field.tsx';
import { fillTemplate } from './fill-template.ts';

export type Template = OutputOf<'templates'>['templates'][number];

/** A template may exist in several languages. */
export const keyOfTemplate = ({ name, language }: Template): string => `${name} ${language}`;

export const titleOfTemplate = ({ name, language }: Template): string => `${name} (${language})`;

/** The templates of a list that may be sent. */
export const approvedOf = (list: OutputOf<'templates'> | undefined): Template[] =>
  (list?.templates ?? []).filter(({ status }) => status === 'APPROVED');

/** A value for each placeholder of a template, empty at first. */
export const noValues = ({ variables }: Template): readonly string[] => Array.from({ length: variables }, () => '');

/** The template of a send. */
export const filledWith = ({ name, language }: Template, values: readonly string[]) => ({
  name,
  language,
  ...(values.length > 0 ? { variables: [...values] } : {}),
});

interface Props {
  template: Template;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

/** The fields of a template's values, and the message as the customer reads it. */
export function TemplateValues({ template, values, onChange }: Props) {
  const t = useTexts(templateTexts);
  return (
    <>
      {values.map((value, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: a value is identified by its position
          key={index}
          label={t('template_variable', { number: index + 1 })}
          dir="auto"
          required
          maxLength={1024}
          value={value}
          onChange={(event) => onChange(values.with(index, event.target.value))}
        />
      ))}
      <div>
        <p className="text-sm text-muted">{t('template_preview')}</p>
        <p dir="auto" className="rounded-lg bg-raised p-3 [overflow-wrap:anywhere] whitespace-pre-wrap">
          {fillTemplate(template.body, values)}
        </p>
      </div>
    </>
  );
}
