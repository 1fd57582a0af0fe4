import type { Channel } from '@parley/common/channels';
import { useTexts } from '../../../i18n/language-context.tsx';
import { threadTexts } from '../../../texts/conversation.ts';
import { inboxTexts } from '../../../texts/inbox.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { isSafeToRetry, isTextOnly, type PendingAnswer, UNCONFIRMED } from '../compose/outbox.ts';
import type { Outbox } from '../compose/use-outbox.ts';
import { MessageText } from './content/message-text.tsx';
import { Bubble, Failure } from './message-bubble.tsx';
import { Ticks } from './ticks.tsx';

interface Props {
  entry: PendingAnswer;
  channel: Channel;
  outbox: Outbox;
  nowMs: number;
  /** Puts a text into the field; null where no text may be sent. */
  onPutBack: ((text: string) => void) | null;
}

/** An answer that the server has not confirmed. */
export function PendingBubble({ entry, channel, outbox, nowMs, onPutBack }: Props) {
  const t = useTexts(inboxTexts);
  const ofThread = useTexts(threadTexts);
  const { message } = entry.answer;
  const { problem, shown } = entry;
  const shownProblem = problem?.code === UNCONFIRMED.code ? { ...problem, message: t('unconfirmed') } : problem;
  const isSafe = isSafeToRetry(entry, nowMs);
  return (
    <div className="flex justify-end ps-4 pe-13 pt-2">
      <Bubble isOurs>
        <MessageText text={shown} channel={channel} />
        {shownProblem ? (
          <Failure problem={shownProblem}>
            <p>{isSafe ? t('retry_lead') : t('too_old')}</p>
            <div className="flex flex-wrap gap-2">
              {message !== undefined && onPutBack && (
                <Button
                  onClick={() => {
                    // Its file or buttons would be lost with it.
                    if (isTextOnly(entry.answer)) outbox.drop(entry);
                    onPutBack(message);
                  }}
                >
                  {ofThread('edit')}
                </Button>
              )}
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
