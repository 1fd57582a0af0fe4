import { Link } from '@tanstack/react-router';
import { ArrowLeft, PanelRight } from 'lucide-react';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { useSession } from '../../../shell/session/session-context.tsx';
import { actionTexts, inboxTexts, labelTexts, snoozeTexts, teamTexts } from '../../../texts/inbox.ts';
import { channelTexts } from '../../../texts/shell.ts';
import { ActionMenu } from '../../../ui/buttons/action-menu.tsx';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Tooltip } from '../../../ui/buttons/tooltip.tsx';
import { Badge } from '../../../ui/marks/badge.tsx';
import { ChannelMark } from '../../../ui/marks/channel-mark.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { RowLabels } from '../labels/row-labels.tsx';
import { PersonPicture } from '../person/person-picture.tsx';
import { OthersHere } from '../presence/others-here.tsx';
import type { PresentPerson } from '../presence/use-presence.ts';
import { SnoozeMark } from '../snooze/snooze-mark.tsx';
import { inPlace, useInboxPlace } from '../views/use-views.ts';
import type { Asked } from './asked.ts';
import { type Conversation, isWindowOver, nameOf } from './conversation.ts';
import type { Deciding, Decision } from './use-deciding.ts';

interface Props {
  conversation: Conversation;
  namesOf: ReadonlyMap<string, string>;
  deciding: Deciding;
  isPersonShown: boolean;
  onPerson: () => void;
  onAsk: (asked: Asked) => void;
  others: readonly PresentPerson[];
}

/** The header shows the number of further labels; the person's panel shows all of them. */
const LABELS_SHOWN = 5;

function Facts({ conversation, namesOf }: Pick<Props, 'conversation' | 'namesOf'>) {
  const t = useTexts(inboxTexts);
  const act = useTexts(actionTexts);
  const ofTeams = useTexts(teamTexts);
  const channelName = useTexts(channelTexts);
  const formats = useFormats();
  const nowMs = useNow();
  const { channel, account, status, bot, assignee, reply_until: until } = conversation;
  return (
    // On a phone one line: the panel of the person has the rest.
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted max-lg:flex-nowrap max-lg:overflow-hidden max-lg:whitespace-nowrap">
      <span className="lg:hidden">
        <ChannelMark channel={channel} size="small" />
      </span>
      <span className="max-lg:hidden">{channelName(channel)}</span>
      <bdi className="truncate max-lg:hidden">{account.label ?? account.id}</bdi>
      {conversation.kind === 'comments' && <Badge look="plain">{t('comments')}</Badge>}
      {status !== 'open' && <Badge look="plain">{t(status)}</Badge>}
      {conversation.snoozed && <SnoozeMark snoozed={conversation.snoozed} nowMs={nowMs} />}
      {bot === 'paused' && <Badge look="warn">{act('bot_paused')}</Badge>}
      {conversation.team && <span>{ofTeams('team', { name: conversation.team.name })}</span>}
      {assignee && <bdi>{namesOf.get(assignee) ?? assignee}</bdi>}
      <span className="contents max-lg:hidden">
        <RowLabels labels={conversation.labels} shown={LABELS_SHOWN} width="max-w-40" />
      </span>
      {until && !isWindowOver(conversation, nowMs) && (
        <span className="max-lg:truncate">{t('window_left', { left: formats.distance(until, nowMs) })}</span>
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
  onAsk,
  others: people,
}: Props) {
  const act = useTexts(actionTexts);
  const ofLabels = useTexts(labelTexts);
  const ofSnooze = useTexts(snoozeTexts);
  const ofTeams = useTexts(teamTexts);
  const place = useInboxPlace();
  const { member } = useSession();
  const { status, bot, assignee, kind } = conversation;
  const { isBusy, error } = deciding;
  const decide = (decision: Decision): void => deciding.decide(conversation, decision);
  const actions = [
    { title: ofLabels('labels'), run: () => onAsk('labels') },
    { title: ofSnooze('snooze'), run: () => onAsk('snooze') },
    ...(member && assignee !== member.id
      ? [{ title: act('assign_me'), run: () => decide({ assignee: member.id }) }]
      : []),
    ...(assignee ? [{ title: act('unassign'), run: () => decide({ assignee: null }) }] : []),
    { title: ofTeams('assign'), run: () => onAsk('assign') },
    // Bots do not answer comments.
    ...(kind === 'comments'
      ? []
      : [
          {
            title: bot === 'on' ? act('bot_pause') : act('bot_resume'),
            run: () => decide({ bot: bot === 'on' ? 'paused' : 'on' }),
          },
        ]),
    ...(status === 'archived' ? [] : [{ title: act('archive'), run: () => decide({ status: 'archived' as const }) }]),
  ];
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-line bg-surface px-3 py-2">
      <div className="flex items-center gap-2">
        <Tooltip label={act('back')}>
          <Link
            to="/inbox"
            search={inPlace(place)}
            aria-label={act('back')}
            className={`${buttonClass('quiet')} lg:hidden`}
          >
            <ArrowLeft aria-hidden className="size-5 rtl:-scale-x-100" />
          </Link>
        </Tooltip>
        <PersonPicture conversation={conversation} size="large" />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold">
            <bdi>{nameOf(conversation)}</bdi>
          </h2>
          <Facts conversation={conversation} namesOf={namesOf} />
          <OthersHere people={people} namesOf={namesOf} />
        </div>
        <Button disabled={isBusy} onClick={() => decide({ status: status === 'open' ? 'resolved' : 'open' })}>
          {status === 'open' ? act('resolve') : act('reopen')}
        </Button>
        <IconButton
          label={isPersonShown ? act('person_hide') : act('person_show')}
          icon={PanelRight}
          iconClass="size-5 rtl:-scale-x-100"
          aria-expanded={isPersonShown}
          onClick={onPerson}
        />
        <ActionMenu label={act('actions')} actions={actions} />
      </div>
      <Problem error={error} />
    </header>
  );
}
