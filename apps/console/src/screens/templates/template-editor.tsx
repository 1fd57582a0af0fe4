import { TEMPLATE_CATEGORIES, TEMPLATE_LIMITS } from '@parley/common/wa-template/template-limits';
import { brokenRules } from '@parley/common/wa-template/template-rules';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useChange } from '../../api/use-operations.ts';
import { useCategoryName } from '../../i18n/category-texts.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ChoiceField } from '../../ui/kinds-of-field.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ContentFields, type FieldsProps } from './content-fields.tsx';
import { contentOf, type Editing, editingOf, inputOf, NEW_TEMPLATE, type Template } from './editing.ts';
import { TemplatePreview } from './template-preview.tsx';
import { templatesTexts } from './texts.ts';

const REFRESHES = ['list-templates', 'templates'] as const;

function Findings({ editing }: { editing: Editing }) {
  const t = useTexts(templatesTexts);
  const broken = brokenRules(contentOf(editing));
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

function NameFields({ editing, onChange, isNew }: FieldsProps & { isNew: boolean }) {
  const t = useTexts(templatesTexts);
  const categoryName = useCategoryName();
  return (
    <>
      {isNew && (
        <TextField
          label={t('name')}
          hint={t('name_hint')}
          dir="ltr"
          required
          pattern="[a-z0-9_]+"
          maxLength={TEMPLATE_LIMITS.name}
          autoComplete="off"
          value={editing.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
      {isNew && (
        <TextField
          label={t('language')}
          hint={t('language_hint')}
          dir="ltr"
          required
          pattern="[a-z]{2,3}(_[A-Z]{2})?"
          maxLength={6}
          autoComplete="off"
          value={editing.language}
          onChange={(event) => onChange({ language: event.target.value })}
        />
      )}
      {isNew && (
        <ChoiceField
          label={t('category')}
          values={TEMPLATE_CATEGORIES}
          value={editing.category}
          textOf={categoryName}
          onChoose={(category) => onChange({ category })}
        />
      )}
    </>
  );
}

/** Writes a template, or changes an existing one, beside a preview; what Meta would refuse is said meanwhile. */
export function TemplateEditor({ of, from, onDone }: { of: Template | null; from: string; onDone: () => void }) {
  const t = useTexts(templatesTexts);
  const [editing, setEditing] = useState<Editing>(() => (of ? editingOf(of) : NEW_TEMPLATE));
  const create = useChange('create-template', { refreshes: REFRESHES });
  const update = useChange('update-template', { refreshes: REFRESHES });
  const change = of ? update : create;
  const onChange = (changed: Partial<Editing>): void => setEditing((now) => ({ ...now, ...changed }));
  const isBroken = brokenRules(contentOf(editing)).length > 0;
  const submit = (): void => {
    if (of) update.mutate(inputOf(editing, from), { onSuccess: onDone });
    else create.mutate(inputOf(editing, from), { onSuccess: onDone });
  };
  const error = of ? update.error : create.error;
  return (
    <Page
      title={of ? t('edit_title', { name: of.name }) : t('new_title')}
      lead={t('editor_lead')}
      actions={<Button onClick={onDone}>{t('back')}</Button>}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
        <form
          className="grid min-w-0 gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isBroken) submit();
          }}
        >
          <NameFields editing={editing} onChange={onChange} isNew={of === null} />
          <ContentFields editing={editing} onChange={onChange} />
          <Findings editing={editing} />
          <Problem error={error} />
          {error?.code === 'graph_error' && (
            <p dir="auto" className="text-bad [overflow-wrap:anywhere]">
              {error.message}
            </p>
          )}
          <Button look="primary" type="submit" disabled={isBroken || change.isPending}>
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
