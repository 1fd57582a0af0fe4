import { useState } from 'react';
import { useChange, useList, useOperation } from '../../api/use-operations.ts';
import { useCategoryName } from '../../i18n/category-texts.ts';
import { hasText } from '../../i18n/define-texts.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useAddressFilters } from '../../ui/address-filters.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { EmptyPage, Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { isEditable, type Template } from './editing.ts';
import { TemplateEditor } from './template-editor.tsx';
import { templatesTexts } from './texts.ts';

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

function Quality({ of: { quality } }: { of: Template }) {
  const t = useTexts(templatesTexts);
  if (quality === null) return '–';
  const value = quality.toLowerCase();
  const name = `quality_${value}`;
  return <Badge look={QUALITIES[value] ?? 'plain'}>{hasText(templatesTexts, name) ? t(name) : quality}</Badge>;
}

function DeleteDialog({ of, from, onClose }: { of: Template; from: string; onClose: () => void }) {
  const t = useTexts(templatesTexts);
  const remove = useChange('delete-template', { refreshes: ['list-templates', 'templates'] });
  const { name, language } = of;
  return (
    <ConfirmDialog
      title={t('delete_title', { name, language })}
      action={t('delete')}
      change={remove}
      onConfirm={() => remove.mutate({ channel: 'wa', from, name, language }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('delete_lead')}
    </ConfirmDialog>
  );
}

interface ListProps {
  from: string;
  onEdit: (template: Template | null) => void;
}

function TemplateList({ from, onEdit }: ListProps) {
  const t = useTexts(templatesTexts);
  const categoryName = useCategoryName();
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
          { title: t('category'), show: ({ category }) => categoryName(category) },
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
                  <Button aria-label={`${t('edit')}: ${keyOf(template)}`} onClick={() => onEdit(template)}>
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

/** The templates of a WhatsApp number with their state, quality and rejection reason, and an editor. */
export function TemplatesScreen() {
  const t = useTexts(templatesTexts);
  const [shown, show] = useAddressFilters<'number'>();
  const [edited, setEdited] = useState<{ template: Template | null } | null>(null);
  const list = useList('list-channel-health', {});
  const numbers = (list.data ?? []).filter(({ channel, status }) => channel === 'wa' && status === 'connected');
  const number = numbers.find(({ id }) => id === shown.number) ?? numbers[0];
  if (number && edited) return <TemplateEditor of={edited.template} from={number.id} onDone={() => setEdited(null)} />;
  const create = (
    <Button look="primary" onClick={() => setEdited({ template: null })}>
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
            onChoose={(next) => show({ number: next })}
            choices={numbers.map(({ id, name }) => ({ value: id, text: name }))}
          />
        </div>
      )}
      {number && <TemplateList key={number.id} from={number.id} onEdit={(template) => setEdited({ template })} />}
    </Page>
  );
}
