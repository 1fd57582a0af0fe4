import { useOperation } from '../../../api/use-operations.ts';
import { useFormats } from '../../../i18n/language-context.tsx';
import type { Filter } from './filters.ts';

/** Poll interval of the counts, in case a live event was lost. */
const COUNT_EVERY_MS = 30_000;

interface Props {
  text: string;
  filter: Filter;
  isOn: boolean;
  onPick: () => void;
}

/** A filter that one tap sets, with the number of conversations it finds. */
export function Chip({ text, filter, isOn, onPick }: Props) {
  const { number } = useFormats();
  const { data } = useOperation('count-conversations', filter, { everyMs: COUNT_EVERY_MS });
  const more = data?.next_cursor ? '+' : '';
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPick}
      className="flex min-h-7 shrink-0 items-center gap-1 rounded-full border border-line px-2 text-sm text-muted hover:bg-raised aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent"
    >
      <bdi>{text}</bdi>
      {data && <span className="tabular-nums">{`${number(data.count)}${more}`}</span>}
    </button>
  );
}
