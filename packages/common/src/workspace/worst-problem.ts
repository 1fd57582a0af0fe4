import type { ChannelProblem, ComingProblem } from '../contracts/console/channel-health.ts';

/** Problems that matter less than the end of a connection. */
const SMALL_PROBLEMS: readonly (ChannelProblem | null)[] = [
  null,
  'token_not_renewed',
  'send_failed',
  'nothing_received',
];

/** The problem to show of a channel. This file needs no zod, which the console would load. */
export const worstProblem = (
  problem: ChannelProblem | null,
  coming: ComingProblem | null | undefined,
): ChannelProblem | ComingProblem | null => (coming && SMALL_PROBLEMS.includes(problem) ? coming : problem);
