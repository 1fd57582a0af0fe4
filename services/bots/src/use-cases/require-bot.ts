import { AppError } from '@parley/common/errors';
import type { BotsRecords } from '../records.ts';
import { type BotScope, hasBot } from '../storage/knowledge-store.ts';
import { findBotScope } from './find-bot-scope.ts';

/** The bot that an operator named. Errors: unknown_tenant, unknown_bot. */
export async function requireBot(service: BotsRecords, named: { slug: string; id: string }): Promise<BotScope> {
  const scope = await findBotScope(service, named);
  if (!(await hasBot(service.database.prisma, scope))) throw new AppError('unknown_bot');
  return scope;
}
