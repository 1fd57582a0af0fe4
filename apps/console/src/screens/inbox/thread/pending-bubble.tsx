import { useTexts } from '../../../i18n/language-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { isSafeToRetry, type PendingAnswer, UNCONFIRMED } from '../compose/outbox.ts';
import type { Outbox } from '../compose/use-outbox.ts';
import { inboxTexts } from '../texts.ts';
import { Bubble, Failure } from './message-bubble.tsx';
import { Ticks } from './ticks.tsx';

/** An answer that the server has not confirmed. */
export function PendingBubble({ entry, outbox, nowMs }: { entry: PendingAnswer; outbox: Outbox; nowMs: number }) {
  const t = useTexts(inboxTexts);
  const { problem, shown } = entry;
  const shownProblem = problem?.code === UNCONFIRMED.code ? { ...problem, message: t('unconfirmed') } : problem;
  const isSafe = isSafeToRetry(entry, nowMs);
  return (
    <div className="flex justify-end ps-4 pe-13 pt-2">
      <Bubble isOurs>
        <LongText text={shown} />
        {shownProblem ? (
          <Failure problem={shownProblem}>
            <p>{isSafe ? t('retry_lead') : t('too_old')}</p>
            <div className="flex flex-wrap gap-2">
              {isSafe && <Button onClick={() => outbox.retry(entry)}>{t('retry')}</Button>}
              <Button onClick={() => outbox.drop(entry)}>{t('drop')}</Button>
            </div>
          </Failure>
        ) : (
          <p className="flex justify-end text-muted">
            <Ticks status="sending" />
          </p>
        )}
      </Bubble>
    </div>
  );
}
