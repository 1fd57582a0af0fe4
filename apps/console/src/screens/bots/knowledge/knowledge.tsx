import { useState } from 'react';
import { type ItemOf, useChange, useList } from '../../../api/use-operations.ts';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { Badge, type BadgeLook } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Listing } from '../../../ui/listing.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Section } from '../../../ui/section.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { botsTexts } from '../texts.ts';
import { SourceDialog } from './source-dialog.tsx';
import { knowledgeTexts } from './texts.ts';

type Source = ItemOf<'list-knowledge'>;

const LOOKS: Readonly<Record<Source['status'], BadgeLook>> = { processing: 'plain', ready: 'good', failed: 'bad' };

/** The sources that the bot answers from; a new one is read in the background. */
export function Knowledge({ botId }: { botId: string }) {
  const t = useTexts(knowledgeTexts);
  const ofBots = useTexts(botsTexts);
  const ui = useTexts(uiTexts);
  const { number } = useFormats();
  const list = useList('list-knowledge', { id: botId }, { everyMs: 3000 });
  const remove = useChange('delete-knowledge', { refreshes: ['list-knowledge'] });
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      title={t('knowledge')}
      lead={t('knowledge_lead')}
      actions={<Button onClick={() => setAdding(true)}>{t('add_source')}</Button>}
    >
      <Problem error={remove.error} />
      <Listing
        list={list}
        caption={t('knowledge')}
        keyOf={({ id }) => id}
        empty={<p className="text-muted">{t('no_knowledge')}</p>}
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
          { title: t('tokens'), show: ({ tokens }) => <span className="tabular-nums">{number(tokens)}</span> },
          {
            title: ui('actions'),
            show: ({ id, title }) => (
              <Button
                aria-label={`${t('remove_source')}: ${title}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ id: botId, source: id })}
              >
                {t('remove_source')}
              </Button>
            ),
          },
        ]}
      />
      {isAdding && <SourceDialog botId={botId} onClose={() => setAdding(false)} />}
    </Section>
  );
}
