import { Counter, type Registry } from 'prom-client';
import type { PollOutcome } from './polls/poll.rules.ts';

export function makeCommentsMetrics(registry: Registry) {
  const polls = new Counter({
    name: 'parley_comment_polls_total',
    help: 'Polls of TikTok accounts by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return { countPoll: (outcome: PollOutcome['kind']): void => polls.inc({ outcome }) };
}

export type CommentsMetrics = ReturnType<typeof makeCommentsMetrics>;
