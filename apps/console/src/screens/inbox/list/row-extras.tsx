import { Users } from 'lucide-react';
import type { Conversation } from '../conversation/conversation.ts';
import { RowLabels } from '../labels/row-labels.tsx';
import { SnoozeMark } from '../snooze/snooze-mark.tsx';

const LABELS_SHOWN = 2;

/** The marks that few rows have: the team, the end of a snooze, and labels. */
export const RowExtras = ({
  conversation: { labels, snoozed, team },
  nowMs,
}: {
  conversation: Conversation;
  nowMs: number;
}) => (
  <>
    <RowLabels labels={labels} shown={LABELS_SHOWN} width="max-w-20" />
    {team && (
      <span className="flex min-w-0 items-center gap-1" title={team.name}>
        <Users aria-hidden className="size-3.5 shrink-0" />
        <bdi className="max-w-20 truncate">{team.name}</bdi>
      </span>
    )}
    {snoozed && <SnoozeMark snoozed={snoozed} nowMs={nowMs} />}
  </>
);
