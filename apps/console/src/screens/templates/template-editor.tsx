import {
  TEMPLATE_CATEGORIES,
  TEMPLATE_LANGUAGE,
  TEMPLATE_LIMITS,
  TEMPLATE_NAME,
} from '@parley/common/wa-template/template-limits';
import { brokenRules, type TemplateRule } from '@parley/common/wa-template/template-rules';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useChange } from '../../api/use-operations.ts';
import { useCategoryName } from '../../i18n/category-name.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { templatesTexts } from '../../texts/templates.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { ChoiceField } from '../../ui/fields/kinds-of-field.tsx';
import { AskBeforeLeaving } from '../../ui/forms/ask-before-leaving.tsx';
import { useDraft } from '../../ui/forms/keep-draft.ts';
import { Page } from '../../ui/page/page.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { ContentFields, type FieldsProps } from './content-fields.tsx';
import { contentOf, type Editing, editingOf, inputOf, NEW_TEMPLATE, type Template } from './editing.ts';
import { TemplatePreview } from './template-preview.tsx';

function Findings({ broken }: { broken: readonly TemplateRule[] }) {
  const t = useTexts(templatesTexts);
  const Icon = broken.length === 0 ? CircleCheck : CircleAlert;
  const look = broken.length === 0 ? 'bg-accent-soft text-accent' : 'bg-warn-soft text-warn';
  return (
    <section role="status" className={`flex gap-2 rounded-lg p-3 ${look}`}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      {broken.length === 0 ? (
        <p>{t('nothing_to_fix')}</p>
      ) : (
        <div>
          <p className="font-medium">{t('to_fix')}</p>
          <ul className="list-disc ps-5">
            {broken.map(({ code }) => (
              <li key={code}>{t(`rule_${code}`)}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** The fields that an existing template keeps. */
function NameFields({ editing, onChange }: FieldsProps) {
  const t = useTexts(templatesTexts);
  const categoryName = useCategoryName();
  return (
    <>
      <TextField
        label={t('name')}
        hint={t('name_hint')}
        dir="ltr"
        required
        pattern={TEMPLATE_NAME.source}
        maxLength={TEMPLATE_LIMITS.name}
        autoComplete="off"
        value={editing.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        label={t('language')}
        hint={t('language_hint')}
        dir="ltr"
        required
        pattern={TEMPLATE_LANGUAGE.source}
        maxLength={6}
        autoComplete="off"
        value={editing.language}
        onChange={(event) => onChange({ language: event.target.value })}
      />
      <ChoiceField
        label={t('category')}
        values={TEMPLATE_CATEGORIES}
        value={editing.category}
        textOf={categoryName}
        onChoose={(category) => onChange({ category })}
      />
    </>
  );
}

/** Creates a template or edits an existing one, with a preview and the list of what Meta would refuse. */
export function TemplateEditor({ of, from, onDone }: { of: Template | null; from: string; onDone: () => void }) {
  const t = useTexts(templatesTexts);
  const name = of ? `template ${from} ${of.name}/${of.language}` : `new template ${from}`;
  const draft = useDraft<Editing>(name, of ? editingOf(of) : NEW_TEMPLATE);
  const editing = draft.value;
  // Read when the page is left: a submitted draft leaves before the next render.
  const isUnsaved = useRef(draft.isChanged);
  isUnsaved.current = draft.isChanged;
  const isOn = useCallback(() => isUnsaved.current, []);
  const change = useChange(of ? 'update-template' : 'create-template', {
    refreshes: ['list-templates', 'templates'],
  });
  const onChange = (changed: Partial<Editing>): void => draft.change({ ...editing, ...changed });
  const finish = (): void => {
    draft.discard();
    isUnsaved.current = false;
    onDone();
  };
  const broken = brokenRules(contentOf(editing));
  return (
    <Page
      title={of ? t('edit_title', { name: of.name }) : t('new_title')}
      actions={
        <div className="flex flex-wrap gap-2">
          {draft.isChanged && <Button onClick={draft.discard}>{t('discard')}</Button>}
          <Button onClick={onDone}>{t('back')}</Button>
        </div>
      }
    >
      <AskBeforeLeaving isOn={isOn} onDiscard={draft.discard} />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
        <form
          className="grid min-w-0 gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (broken.length === 0) change.mutate(inputOf(editing, from), { onSuccess: finish });
          }}
        >
          {of === null && <NameFields editing={editing} onChange={onChange} />}
          <ContentFields editing={editing} onChange={onChange} />
          <Findings broken={broken} />
          <Problem error={change.error} />
          {change.error?.code === 'graph_error' && (
            <p dir="auto" className="text-bad [overflow-wrap:anywhere]">
              {change.error.message}
            </p>
          )}
          <Button look="primary" type="submit" disabled={broken.length > 0 || change.isPending}>
            {t('submit')}
          </Button>
        </form>
        <div className="grid justify-items-center lg:sticky lg:top-4">
          <TemplatePreview of={editing} />
        </div>
      </div>
    </Page>
  );
}
