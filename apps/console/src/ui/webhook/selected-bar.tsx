import { useTexts } from '../../i18n/language-context.tsx';
import { webhookTexts } from '../../texts/deliveries.ts';
import { Button } from '../buttons/button.tsx';
import { Problem } from '../problems/problem.tsx';
import type { DeliveryScope } from './delivery-operations.ts';
import { useReplay } from './use-replay.ts';

interface Props {
  scope: DeliveryScope;
  selected: ReadonlySet<string>;
  onClear: () => void;
}

/** Actions for the selected deliveries, at the bottom of the window; nothing without a selection. */
export function SelectedBar({ scope, selected, onClear }: Props) {
  const t = useTexts(webhookTexts);
  const replay = useReplay({ scope });
  if (selected.size === 0) return null;
  return (
    <div className="sticky bottom-3 z-10 grid justify-self-center rounded-xl border border-line bg-surface p-2 shadow-float max-lg:bottom-[calc(var(--frame-bottom)+0.75rem)]">
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={replay.isPending}
          onClick={() => replay.mutate([...selected], { onSuccess: onClear })}
        >
          {t('replay_selected', { count: selected.size })}
        </Button>
        <Button onClick={onClear}>{t('clear_selection')}</Button>
      </div>
      <Problem error={replay.error} />
    </div>
  );
}
