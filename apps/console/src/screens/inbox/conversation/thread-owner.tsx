import { useChange } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { sharedThreadTexts } from '../../../texts/inbox-more.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import type { Conversation } from './conversation.ts';

const REFRESHES = ['get-conversation', 'list-conversations'] as const;

/** The last hand-over: what the other app wrote, as text. */
function LastHandover({ handover }: { handover: NonNullable<Conversation['handover']> }) {
  const t = useTexts(sharedThreadTexts);
  const metadata = visibleText(handover.metadata);
  const summary = visibleText(handover.summary);
  return (
    <>
      {metadata && <p className="break-words whitespace-pre-wrap">{t('note', { note: metadata })}</p>}
      {summary && (
        <details>
          <summary className="cursor-pointer">{t('summary')}</summary>
          <p className="max-h-40 overflow-y-auto break-words whitespace-pre-wrap">{summary}</p>
        </details>
      )}
    </>
  );
}

/** The owner of the thread where several apps share the account, with the acts that the platform has (docs/reference/threads.md). */
export function ThreadOwner({ conversation }: { conversation: Conversation }) {
  const { channel, peer, account, handover, thread_owner: owner } = conversation;
  const t = useTexts(sharedThreadTexts);
  const take = useChange('take-thread', { refreshes: REFRESHES });
  const pass = useChange('pass-thread', { refreshes: REFRESHES });
  const release = useChange('release-thread', { refreshes: REFRESHES });
  const isBusy = take.isPending || pass.isPending || release.isPending;
  // The platform's words say why: our text of this code is about a message.
  const error = take.error ?? pass.error ?? release.error;
  const thread = { channel, to: peer, from: account.id };
  const isTheirs = owner === 'theirs';
  return (
    <section
      aria-label={t('label')}
      className={`grid gap-1 border-t border-line px-3 py-2 ${isTheirs ? 'bg-warn-soft text-warn' : ''}`}
    >
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="flex-1">
          {t(isTheirs ? 'theirs' : owner === 'ours' ? 'ours' : 'idle')}
        </p>
        {owner !== 'ours' && (
          <Button disabled={isBusy} onClick={() => take.mutate(thread)}>
            {t('take')}
          </Button>
        )}
        {owner === 'ours' && (
          <>
            <Button disabled={isBusy} onClick={() => pass.mutate(thread)}>
              {t('pass')}
            </Button>
            <Button disabled={isBusy} onClick={() => release.mutate(thread)}>
              {t('release')}
            </Button>
          </>
        )}
      </div>
      {handover && <LastHandover handover={handover} />}
      {error?.code === 'graph_error' ? <p role="alert">{visibleText(error.message)}</p> : <Problem error={error} />}
    </section>
  );
}
