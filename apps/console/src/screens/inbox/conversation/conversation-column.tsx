import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { withTexts } from '../../../i18n/load-texts.ts';
import type { InboxAddress } from '../../../shell/routes/inbox-address.ts';
import { inboxTexts } from '../../../texts/inbox.ts';
import { Loading } from '../../../ui/page/loading.tsx';
import type { InboxActs } from '../use-inbox-acts.ts';
import { type InboxPlace, inPlace } from '../views/use-views.ts';

export const loadPane = () => withTexts(import('./conversation-pane.tsx'), 'conversation');
/** Loaded separately from the list, so that the list stays within the size budget of a screen. */
const ConversationPane = lazy(() => loadPane().then((file) => ({ default: file.ConversationPane })));
const AskDialog = lazy(() => import('./ask-dialog.tsx').then((file) => ({ default: file.AskDialog })));

interface Props {
  address: Pick<InboxAddress, 'id' | 'message' | 'note'>;
  place: InboxPlace;
  namesOf: ReadonlyMap<string, string>;
  everyMs: number;
  acts: InboxActs;
}

/** The chosen conversation, with the question that is open about it; else how to choose one. */
export function ConversationColumn({ address: { id, message, note }, place, namesOf, everyMs, acts }: Props) {
  const t = useTexts(inboxTexts);
  const navigate = useNavigate();
  const toNewest = useCallback((): void => {
    void navigate({ to: '/inbox', search: inPlace(place, id), replace: true });
  }, [navigate, id, place]);
  if (id === undefined)
    return (
      <div className="hidden min-h-0 min-w-0 lg:block">
        <div className="grid h-full place-content-center gap-2 p-6 text-center">
          <p className="text-lg font-semibold">{t('choose')}</p>
          <p className="text-muted">{t('choose_lead')}</p>
        </div>
      </div>
    );
  return (
    <div className="min-h-0 min-w-0">
      {/* On a phone the list is hidden, and its title with it. */}
      <h1 className="sr-only lg:hidden">{t('title')}</h1>
      <Suspense fallback={<Loading className="p-4 text-muted" />}>
        <ConversationPane
          key={id}
          {...{ id, namesOf, everyMs, note }}
          field={acts.field}
          answerButton={acts.answerButton}
          around={message}
          onNewest={toNewest}
          onAround={(sought) => void navigate({ to: '/inbox', search: { ...inPlace(place, id), message: sought } })}
          onAsk={acts.ask}
          onDecided={acts.onDecided}
          onGoOn={acts.goOn.goOn}
        />
        {acts.asked && (
          <AskDialog
            asked={acts.asked}
            {...{ id, namesOf }}
            onDecided={acts.onDecided}
            onClose={() => acts.ask(null)}
          />
        )}
      </Suspense>
    </div>
  );
}
