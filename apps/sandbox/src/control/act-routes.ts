import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AccountAct } from '../state/account-act.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import { matchesChat } from './matches-chat.ts';

/** Query of GET /sandbox/acts. */
export const ActQuery = z.object({
  channel: z.enum(['wa', 'tg', 'fb', 'ig', 'tt']).optional(),
  account: z.string().optional(),
  to: z.string().optional(),
  target: z.string().optional(),
  since: z.coerce.number().int().min(0).default(0),
});

/** `/sandbox/acts`: reactions, edits, deletions, read marks, typing indicators and rejected calls of accounts, oldest first. */
export function actRoutes(app: FastifyInstance, state: SandboxState) {
  app.get('/sandbox/acts', async (request) => {
    const { since, ...query } = ActQuery.parse(request.query);
    const matches = matchesChat(query);
    const fits = (act: AccountAct): boolean =>
      matches(act) && (query.target === undefined || act.target === query.target);
    const acts = state.acts.since(since, Number.POSITIVE_INFINITY).filter(({ entry }) => fits(entry));
    return { ok: true, acts: acts.map(({ seq, entry }) => ({ seq, ...entry })) };
  });
}
