import { Clock } from 'lucide-react';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { threadTexts } from '../../../texts/conversation.ts';
import { Button } from '../../../ui/buttons/button.tsx';

/** When a scheduled message is sent; until then it can be cancelled. */
export function ScheduledMark({ at, onCancel }: { at: string; onCancel: () => void }) {
  const t = useTexts(threadTexts);
  const formats = useFormats();
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <Clock aria-hidden className="size-4 shrink-0" />
      <time dateTime={at}>{t('scheduled', { time: formats.dateTime(at) })}</time>
      <Button className="min-h-8 px-3" onClick={onCancel}>
        {t('cancel_send')}
      </Button>
    </div>
  );
}
