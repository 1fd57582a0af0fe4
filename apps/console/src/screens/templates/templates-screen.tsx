import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useOperation } from '../../api/use-operations.ts';
import { useCategoryName } from '../../i18n/category-name.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { hasText } from '../../i18n/load-texts.ts';
import { templatesTexts } from '../../texts/templates.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Badge, type BadgeLook } from '../../ui/marks/badge.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { EmptyPage, Page } from '../../ui/page/page.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { isEditable, type Template } from './editing.ts';
import { useNumber } from './use-number.ts';

const STATES: Readonly<Record<string, BadgeLook>> = {
  approved: 'good',
  pending: 'plain',
  rejected: 'bad',
  paused: 'warn',
  disabled: 'bad',
};
const QUALITIES: Readonly<Record<string, BadgeLook>> = { green: 'good', yellow: 'warn', red: 'bad', unknown: 'plain' };

const keyOf = ({ name, language }: Template): string => `${name}/${language}`;

function State({ of: { status, rejected_reason: reason } }: { of: Template }) {
  const t = useTexts(templatesTexts);
  const state = status.toLowerCase();
  const name = `state_${state}`;
  return (
    <div className="grid justify-items-start gap-1">
      <Badge look={STATES[state] ?? 'plain'}>{hasText(templatesTexts, name) ? t(name) : status}</Badge>
      {reason !== null && <p className="text-sm text-muted">{t('reason', { reason })}</p>}
    </div>
  );
}

/** The category, and the one that Meta announced. */
function Category({ of: { category, correct_category: next, category_changes_at: at } }: { of: Template }) {
  const t = useTexts(templatesTexts);
  const formats = useFormats();
  const categoryName = useCategoryName();
  return (
    <div className="grid justify-items-start gap-1">
      {categoryName(category)}
      {next && (
        <Badge look="warn">
          {at
            ? t('becomes_at', { category: categoryName(next), at: formats.dateTime(at) })
            : t('becomes', { category: categoryName(next) })}
        </Badge>
      )}
    </div>
  );
}

function Quality({ of: { quality } }: { of: Template }) {
  const t = useTexts(templatesTexts);
  if (quality === null) return '–';
  const value = quality.toLowerCase();
  const name = `quality_${value}`;
  return <Badge look={QUALITIES[value] ?? 'plain'}>{hasText(templatesTexts, name) ? t(name) : quality}</Badge>;
}

function DeleteDialog({ of, from, onClose }: { of: Template; from: string; onClose: () => void }) {
  const t = useTexts(templatesTexts);
  const { name, language } = of;
  return (
    <ChangeDialog
      operation="delete-template"
      input={{ channel: 'wa', from, name, language }}
      refreshes={['list-templates', 'templates']}
      title={t('delete_title', { name, language })}
      action={t('delete')}
      onClose={onClose}
    >
      {t('delete_lead')}
    </ChangeDialog>
  );
}

function TemplateList({ from }: { from: string }) {
  const navigate = useNavigate();
  const edit = ({ name, language }: Template): void =>
    void navigate({ to: '/templates/$name/$language', params: { name, language }, search: { number: from } });
  const t = useTexts(templatesTexts);
  // Meta decides on templates while the list is open.
  const { data, error } = useOperation('list-templates', { from }, { everyMs: 10_000 });
  const [deleted, setDeleted] = useState<Template | null>(null);
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  if (data.templates.length === 0) return <EmptyPage title={t('empty')}>{t('empty_lead')}</EmptyPage>;
  return (
    <>
      <Table
        items={data.templates}
        caption={t('title')}
        keyOf={keyOf}
        columns={[
          { title: t('name'), show: ({ name }) => <bdi className="font-medium">{name}</bdi> },
          { title: t('language'), show: ({ language }) => <bdi>{language}</bdi> },
          { title: t('category'), show: (template) => <Category of={template} /> },
          { title: t('state'), show: (template) => <State of={template} /> },
          { title: t('quality'), show: (template) => <Quality of={template} /> },
          {
            title: t('content'),
            show: ({ body }) => (
              <p dir="auto" className="line-clamp-2 max-w-80 text-sm text-muted">
                {body}
              </p>
            ),
          },
          {
            title: t('actions'),
            show: (template) => (
              <div className="flex gap-2">
                {isEditable(template) && (
                  <Button aria-label={`${t('edit')}: ${keyOf(template)}`} onClick={() => edit(template)}>
                    {t('edit')}
                  </Button>
                )}
                <Button aria-label={`${t('delete')}: ${keyOf(template)}`} onClick={() => setDeleted(template)}>
                  {t('delete')}
                </Button>
              </div>
            ),
          },
        ]}
      />
      {deleted && <DeleteDialog of={deleted} from={from} onClose={() => setDeleted(null)} />}
    </>
  );
}

/** The templates of a WhatsApp number with their state, quality and rejection reason. */
export function TemplatesScreen() {
  const t = useTexts(templatesTexts);
  const navigate = useNavigate();
  const { list, numbers, number, show } = useNumber();
  const create = (
    <Button
      look="primary"
      onClick={() => void navigate({ to: '/templates/new', search: number ? { number: number.id } : {} })}
    >
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('title')} actions={number ? create : undefined}>
      <Problem error={list.error} />
      {list.isPending && <Loading />}
      {list.data && !number && <EmptyPage title={t('no_number')}>{t('no_number_lead')}</EmptyPage>}
      {numbers.length > 1 && number && (
        <div className="sm:max-w-xs">
          <SelectField
            label={t('number')}
            value={number.id}
            onChoose={show}
            choices={numbers.map(({ id, name }) => ({ value: id, text: name }))}
          />
        </div>
      )}
      {number && <TemplateList key={number.id} from={number.id} />}
    </Page>
  );
}
