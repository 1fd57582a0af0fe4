import { useTexts } from '../../../i18n/language-context.tsx';
import { labelTexts } from '../../../texts/inbox.ts';
import { LabelChip } from '../../../ui/marks/label-chip.tsx';
import type { Conversation } from '../conversation/conversation.ts';

interface Props {
  labels: Conversation['labels'];
  /** How many are shown; of the others only their number. */
  shown: number;
  /** The greatest width of each, as a class. */
  width: string;
}

/** The labels of a conversation. */
export function RowLabels({ labels, shown, width }: Props) {
  const t = useTexts(labelTexts);
  const more = labels.length - shown;
  return (
    <>
      {labels.slice(0, shown).map(({ id, ...label }) => (
        <LabelChip key={id} {...label} width={width} />
      ))}
      {more > 0 && (
        <span className="text-xs">
          <span aria-hidden>{`+${more}`}</span>
          <span className="sr-only">{t('more', { count: more })}</span>
        </span>
      )}
    </>
  );
}
