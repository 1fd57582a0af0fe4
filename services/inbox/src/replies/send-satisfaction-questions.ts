import { sendWorkspaceMessage } from '@parley/common/contracts/internal/send-workspace-message';
import { makeId } from '@parley/common/ids';
import { RATINGS, ratingId } from '@parley/common/messages/rating';
import type { InboxService } from '../service.ts';
import { decideClaimed } from './decide-claimed.steps.ts';
import { claimQuestions, type DueQuestion, decideQuestion } from './reply.store.ts';

const BUTTONS = RATINGS.map(({ score, sign }) => ({ id: ratingId(score), title: sign }));

/** Asks customers after their conversations were resolved (docs/reference/console.md#satisfaction). True: more may be due. */
export const sendSatisfactionQuestions = (service: InboxService): Promise<boolean> =>
  decideClaimed(service, claimQuestions, (question) => sendOne(service, question));

async function sendOne({ database, bus }: InboxService, question: DueQuestion): Promise<void> {
  const { id, conversationId, tenantId, message, isWanted } = question;
  if (message === null || !isWanted) return void (await decideQuestion(database, question, false));
  const order = { tenantId, conversationId, key: `rating-${id}`, message, buttons: BUTTONS };
  const { outcome } = await bus.call(sendWorkspaceMessage, order, { requestId: makeId('req') });
  // Another worker's call has not ended: this one looks again when its claim has passed.
  if (outcome === 'running') return;
  await decideQuestion(database, question, outcome === 'sent' || outcome === 'unknown');
}
