import { type RefObject, useEffect, useRef } from 'react';
import { useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { startTexts } from '../../../texts/inbox-more.ts';
import { ComboboxField } from '../../../ui/fields/combobox-field.tsx';
import { Loading } from '../../../ui/page/loading.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import {
  approvedOf,
  keyOfTemplate,
  noValues,
  type Template,
  TemplateValues,
  titleOfTemplate,
} from '../template/template-values.tsx';

/** The chosen template with its values. */
export interface ChosenTemplate {
  template: Template;
  values: readonly string[];
}

interface Props {
  /** The sending account. */
  from: string;
  chosen: ChosenTemplate | null;
  onChange: (chosen: ChosenTemplate | null) => void;
  /** Error of the choice. */
  error: string | null;
  field: RefObject<HTMLInputElement | null>;
  /** Whether the field takes the focus once the templates are loaded. */
  isAwaited: RefObject<boolean>;
  sendButton: RefObject<HTMLButtonElement | null>;
}

/** Chooses a template of the account and fills it. After the choice the focus is in its first value, or on Send. */
export function TemplatePart({ from, chosen, onChange, error, field, isAwaited, sendButton }: Props) {
  const t = useTexts(startTexts);
  const list = useOperation('templates', { from });
  const approved = approvedOf(list.data);
  const values = useRef<HTMLDivElement>(null);
  const chosenKey = chosen ? keyOfTemplate(chosen.template) : '';
  useEffect(() => {
    if (chosenKey !== '') (values.current?.querySelector('input') ?? sendButton.current)?.focus();
  }, [chosenKey, sendButton]);
  useEffect(() => {
    if (list.isPending || !isAwaited.current) return;
    isAwaited.current = false;
    field.current?.focus();
  }, [list.isPending, isAwaited, field]);
  if (list.isPending) return <Loading />;
  if (list.error) return <Problem error={list.error} />;
  if (approved.length === 0) return <p role="status">{t('template_none')}</p>;
  const choose = (key: string): void => {
    const template = approved.find((one) => keyOfTemplate(one) === key);
    onChange(template ? { template, values: noValues(template) } : null);
  };
  return (
    <>
      <ComboboxField
        label={t('template')}
        hint={t('template_hint')}
        error={error}
        choices={approved.map((one) => ({ value: keyOfTemplate(one), text: titleOfTemplate(one) }))}
        value={chosenKey}
        onChoose={choose}
        empty={t('no_match')}
        inputRef={field}
      />
      {chosen && (
        <div ref={values} className="grid gap-3">
          <TemplateValues {...chosen} onChange={(next) => onChange({ ...chosen, values: next })} />
        </div>
      )}
    </>
  );
}
