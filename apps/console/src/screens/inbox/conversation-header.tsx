import { Link } from '@tanstack/react-router';
import { ArrowLeft, PanelRight } from 'lucide-react';
import { channelTexts } from '../../i18n/channel-texts.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { useSession } from '../../shell/session-context.tsx';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useNow } from '../../ui/use-now.ts';
import { type Conversation, isWindowOver, nameOf } from './conversation.ts';
import { OthersHere } from './others-here.tsx';
import { inboxTexts } from './texts.ts';
import type { Deciding } from './use-deciding.ts';
import type { PersonThere } from './use-presence.ts';
import { inPlace, useInboxPlace } from './views/use-views.ts';

interface Props {
  conversation: Conversation;
  namesOf: ReadonlyMap<string, string>;
  deciding: Deciding;
  isPersonShown: boolean;
  onPerson: () => void;
  others: readonly PersonThere[];
}

function Facts({ conversation, namesOf }: Pick<Props, 'conversation' | 'namesOf'>) {
  const t = useTexts(inboxTexts);
  const channelName = useTexts(channelTexts);
  const formats = useFormats();
  const nowMs = useNow();
  const { channel, account, status, bot, assignee, reply_until: until } = conversation;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <span>{channelName(channel)}</span>
      <bdi className="truncate">{account.label ?? account.id}</bdi>
      {conversation.kind === 'comments' && <Badge look="plain">{t('comments')}</Badge>}
      {status !== 'open' && <Badge look="plain">{t(status)}</Badge>}
      {bot === 'paused' && <Badge look="warn">{t('bot_paused')}</Badge>}
      {assignee && <bdi>{namesOf.get(assignee) ?? assignee}</bdi>}
      {until && !isWindowOver(conversation, nowMs) && (
        <span>{t('window_left', { left: formats.distance(until, nowMs) })}</span>
      )}
    </p>
  );
}

/** The person, the state of the conversation, and the controls that change it. */
export function ConversationHeader({
  conversation,
  namesOf,
  deciding,
  isPersonShown,
  onPerson,
  others: people,
}: Props) {
  const t = useTexts(inboxTexts);
  const place = useInboxPlace();
  const { member } = useSession();
  const { status, bot, assignee, kind } = conversation;
  const { decide, isBusy, error } = deciding;
  const others = [...namesOf].filter(([id]) => id !== member?.id && id !== assignee);
  const actions = [
    ...(member && assignee !== member.id
      ? [{ title: t('assign_me'), run: () => decide({ assignee: member.id }) }]
      : []),
    ...(assignee ? [{ title: t('unassign'), run: () => decide({ assignee: null }) }] : []),
    ...others.map(([id, name]) => ({ title: t('assign', { name }), run: () => decide({ assignee: id }) })),
    // Bots do not answer comments.
    ...(kind === 'comments'
      ? []
      : [
          {
            title: bot === 'on' ? t('bot_pause') : t('bot_resume'),
            run: () => decide({ bot: bot === 'on' ? 'paused' : 'on' }),
          },
        ]),
    ...(status === 'archived' ? [] : [{ title: t('archive'), run: () => decide({ status: 'archived' as const }) }]),
  ];
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-line bg-surface px-3 py-2">
      <div className="flex items-center gap-2">
        <Link
          to="/inbox"
          search={inPlace(place)}
          aria-label={t('back')}
          className={`${buttonClass('quiet')} lg:hidden`}
        >
          <ArrowLeft aria-hidden className="size-5 rtl:-scale-x-100" />
        </Link>
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold">
            <bdi>{nameOf(conversation)}</bdi>
          </h2>
          <Facts conversation={conversation} namesOf={namesOf} />
          <OthersHere people={people} namesOf={namesOf} />
        </div>
        <Button disabled={isBusy} onClick={() => decide({ status: status === 'open' ? 'resolved' : 'open' })}>
          {status === 'open' ? t('resolve') : t('reopen')}
        </Button>
        <Button
          look="quiet"
          aria-label={isPersonShown ? t('person_hide') : t('person_show')}
          aria-expanded={isPersonShown}
          onClick={onPerson}
        >
          <PanelRight aria-hidden className="size-5 rtl:-scale-x-100" />
        </Button>
        <ActionMenu label={t('actions')} actions={actions} />
      </div>
      <Problem error={error} />
    </header>
  );
}
