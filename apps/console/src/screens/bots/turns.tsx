import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { botsTexts } from '../../texts/bots.ts';
import { ListSection } from '../../ui/lists/list-section.tsx';
import { Ago } from '../../ui/marks/ago.tsx';
import { Badge, type BadgeLook } from '../../ui/marks/badge.tsx';
import { Reason } from './reason.tsx';

type Outcome = NonNullable<ItemOf<'list-bot-turns'>['outcome']>;

const LOOKS: Readonly<Record<Outcome, BadgeLook>> = {
  replied: 'good',
  handed_over: 'plain',
  stopped: 'bad',
  superseded_by_person: 'plain',
  no_reply: 'plain',
  capped: 'warn',
  failed: 'bad',
  unknown: 'warn',
};

/** Every turn of the bot, newest first, with its reply and its cost. */
export function Turns({ botId }: { botId: string }) {
  const t = useTexts(botsTexts);
  const list = useList('list-bot-turns', { id: botId }, { everyMs: 5000 });
  return (
    <ListSection
      title={t('turns')}
      list={list}
      keyOf={({ id }) => id}
      empty={t('no_turns')}
      columns={[
        { title: t('at'), show: ({ created_at }) => <Ago at={created_at} /> },
        {
          title: t('outcome'),
          show: ({ outcome, reason }) => (
            <div className="grid justify-items-start gap-1">
              <Badge look={outcome ? LOOKS[outcome] : 'plain'}>{outcome ? t(`turn_${outcome}`) : t('turn_open')}</Badge>
              <p className="text-sm text-muted">{reason && <Reason of={reason} />}</p>
            </div>
          ),
        },
        {
          title: t('reply'),
          show: ({ texts }) => (
            <p dir="auto" className="max-w-md break-words whitespace-pre-wrap">
              {texts.join('\n')}
            </p>
          ),
        },
        { title: t('cost'), isNumber: true, show: ({ usage }) => <bdi>{usage.cost ?? '–'}</bdi> },
      ]}
    />
  );
}
