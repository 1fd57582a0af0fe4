import { useTexts } from '../../i18n/language-context.tsx';
import { storyTexts } from '../../texts/stories.ts';
import { AnswerForm } from '../comments/answer-form.tsx';
import { CommentCard } from '../comments/comment-card.tsx';
import { TurnPages } from '../comments/turn-pages.tsx';
import { DetailPanel } from '../lists/detail-panel.tsx';
import { JsonTree } from '../text/json-tree.tsx';
import { LongText } from '../text/long-text.tsx';
import { AttemptEntry } from '../webhook/attempt-entry.tsx';
import { AttemptOutcome } from '../webhook/attempt-outcome.tsx';
import { PayloadView } from '../webhook/payload-view.tsx';
import { ReplayFailed } from '../webhook/replay-failed.tsx';
import { SelectedBar } from '../webhook/selected-bar.tsx';
import { StatusFilter } from '../webhook/status-filter.tsx';

const AT = '2026-01-02T03:04:05.000Z';
/** More than is shown at once. */
const REPEATS = 60;

export const AnswerFormStory = () => <AnswerForm commentId="story" platform="fb" />;

export function CommentCardStory() {
  const t = useTexts(storyTexts);
  const comment = {
    comment_id: '1_2',
    platform: 'fb',
    from: { id: '7000000000000001', name: t('first') },
    text: t('text'),
    post_id: '1',
    parent_id: null,
    created_at: AT,
    replied: true,
  } as const;
  return (
    <ul className="grid gap-3">
      <CommentCard comment={comment} onPost={() => {}} />
      <CommentCard comment={{ ...comment, comment_id: '1_3', parent_id: '1_2', is_removed: true }} onPost={null} />
    </ul>
  );
}

export const TurnPagesStory = () => <TurnPages cursor="story" next="older" onTurn={() => {}} />;

export const LongTextStory = () => <LongText text={`${useTexts(storyTexts)('text')} `.repeat(REPEATS)} />;

const ATTEMPT = { at: AT, latency_ms: 12, error: null, headers: null };

export const AttemptEntryStory = () => (
  <ol className="grid gap-2">
    <AttemptEntry
      of={{ ...ATTEMPT, status_code: 200, response: 'ok', headers: { 'webhook-id': 'evt_0123456789' } }}
      isOpen
    />
    <AttemptEntry of={{ ...ATTEMPT, status_code: null, response: null, error: 'ECONNREFUSED' }} isOpen={false} />
  </ol>
);

export const AttemptOutcomeStory = () => (
  <AttemptOutcome of={{ ...ATTEMPT, status_code: 500, response: 'The shelf is missing.' }} />
);

const PAYLOAD = JSON.stringify({
  id: 'evt_0123456789',
  event: 'message.received',
  data: { text: 'مرحبا', attachments: [], conversation: { id: 7, labels: ['VIP', 'night'] } },
});

export const JsonTreeStory = () => (
  <div className="grid gap-3">
    <JsonTree text={PAYLOAD} />
    <JsonTree text="no JSON" />
  </div>
);

export const PayloadViewStory = () => (
  <div className="grid gap-3">
    <PayloadView payload={PAYLOAD} isCheckOpen />
  </div>
);

export function DetailPanelStory() {
  const t = useTexts(storyTexts);
  // An identifier has no space at which a line breaks.
  return (
    <DetailPanel title={`req_${'W'.repeat(26)}`} id="story" onClose={() => {}}>
      <p>{t('text')}</p>
    </DetailPanel>
  );
}

export const ReplayFailedStory = () => <ReplayFailed scope="tenant" instanceId="" />;

export const SelectedBarStory = () => <SelectedBar scope="tenant" selected={new Set(['1', '2'])} onClear={() => {}} />;

export const StatusFilterStory = () => <StatusFilter status="failed" onChoose={() => {}} />;
