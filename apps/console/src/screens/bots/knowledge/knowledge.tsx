import { useState } from 'react';
import { type ItemOf, useChange, useList } from '../../../api/use-operations.ts';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { botsTexts, knowledgeTexts } from '../../../texts/bots.ts';
import { uiTexts } from '../../../texts/shell.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ListSection } from '../../../ui/lists/list-section.tsx';
import { Badge, type BadgeLook } from '../../../ui/marks/badge.tsx';
import { SourceDialog } from './source-dialog.tsx';

type Source = ItemOf<'list-knowledge'>;

const LOOKS: Readonly<Record<Source['status'], BadgeLook>> = { processing: 'plain', ready: 'good', failed: 'bad' };

function Remove({ botId, of: { id, title } }: { botId: string; of: Source }) {
  const t = useTexts(knowledgeTexts);
  const remove = useChange('delete-knowledge', { refreshes: ['list-knowledge'] });
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button aria-label={`${t('remove_source')}: ${title}`} onClick={() => setAsked(true)}>
        {t('remove_source')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('remove_source_title', { title })}
          action={t('remove_source')}
          change={remove}
          onConfirm={() => remove.mutate({ id: botId, source: id })}
          onClose={() => setAsked(false)}
        >
          {t('remove_source_lead')}
        </ConfirmDialog>
      )}
    </>
  );
}

/** The sources that the bot answers from; a new one is read in the background. */
export function Knowledge({ botId }: { botId: string }) {
  const t = useTexts(knowledgeTexts);
  const ofBots = useTexts(botsTexts);
  const ui = useTexts(uiTexts);
  const { number } = useFormats();
  const list = useList('list-knowledge', { id: botId }, { everyMs: 3000 });
  const [isAdding, setAdding] = useState(false);
  return (
    <ListSection
      title={t('knowledge')}
      lead={t('knowledge_lead')}
      actions={<Button onClick={() => setAdding(true)}>{t('add_source')}</Button>}
      list={list}
      keyOf={({ id }) => id}
      empty={t('no_knowledge')}
      columns={[
        { title: t('source_title'), show: ({ title }) => <bdi className="font-medium">{title}</bdi> },
        { title: t('kind'), show: ({ kind }) => t(`kind_${kind}`) },
        {
          title: ofBots('status'),
          show: ({ status, error }) => (
            <div className="grid justify-items-start gap-1">
              <Badge look={LOOKS[status]}>{t(status)}</Badge>
              {error && (
                <span dir="auto" className="text-sm text-bad">
                  {error}
                </span>
              )}
            </div>
          ),
        },
        { title: t('tokens'), isNumber: true, show: ({ tokens }) => number(tokens) },
        {
          title: ui('actions'),
          show: (source) => <Remove botId={botId} of={source} />,
        },
      ]}
    >
      {isAdding && <SourceDialog botId={botId} onClose={() => setAdding(false)} />}
    </ListSection>
  );
}
