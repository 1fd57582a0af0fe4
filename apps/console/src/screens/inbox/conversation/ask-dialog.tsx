import { useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { labelTexts, snoozeTexts, teamTexts } from '../../../texts/inbox.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import { LabelPicks } from '../labels/label-picks.tsx';
import { SnoozePicks } from '../snooze/snooze-picks.tsx';
import { AssigneePicks } from '../teams/assignee-picks.tsx';
import type { Asked } from './asked.ts';
import { type Conversation, nameOf } from './conversation.ts';
import { type Decision, useDeciding } from './use-deciding.ts';

interface Props {
  asked: Asked;
  /** The conversation. */
  id: number;
  namesOf: ReadonlyMap<string, string>;
  onDecided: (before: Conversation, decision: Decision) => void;
  onClose: () => void;
}

/** Asks for the labels, the snooze or the assignee of a conversation. The list of labels stays open for the next one. */
export function AskDialog({ asked, id, namesOf, onDecided, onClose }: Props) {
  const ofLabels = useTexts(labelTexts);
  const ofSnooze = useTexts(snoozeTexts);
  const ofTeams = useTexts(teamTexts);
  const { data, error } = useOperation('get-conversation', { id });
  const { decide, error: refusal } = useDeciding(onDecided);
  if (!data) return null;
  const name = nameOf(data);
  const titles = { labels: ofLabels('title', { name }), snooze: ofSnooze('title', { name }), assign: ofTeams('title') };
  return (
    <Dialog title={titles[asked]} isOpen onClose={onClose}>
      <Problem error={refusal ?? error} />
      {asked === 'labels' && (
        <LabelPicks
          on={data.labels.map((label) => label.id)}
          onPick={(label, isOn) => decide(data, isOn ? { remove_labels: [label] } : { add_labels: [label] })}
        />
      )}
      {asked === 'snooze' && (
        <SnoozePicks canWake={data.snoozed !== null} onPick={(snooze) => decide(data, { snooze }, onClose)} />
      )}
      {asked === 'assign' && (
        <AssigneePicks namesOf={namesOf} now={data} onPick={(change) => decide(data, change, onClose)} />
      )}
    </Dialog>
  );
}
