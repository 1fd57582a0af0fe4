import type { addKnowledge, KnowledgeView } from '@parley/common/contracts/operator/bot-knowledge';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { readRowId } from '@parley/common/row-ids';
import { type Page, pageOf, readCursor } from '@parley/database/list-cursor';
import {
  checkSourceCount,
  type KnowledgeSource,
  type NewSource,
  readGiven,
  toKnowledgeView,
} from '../domain/knowledge-source.ts';
import type { BotScope } from '../storage/knowledge-store.ts';

type Add = Omit<InputOf<typeof addKnowledge>, 'slug' | 'id'>;

export interface ManageKnowledgeDeps {
  hasBot(scope: BotScope): Promise<boolean>;
  /** Inserts under the lock of the bot, unless `check` throws; null when there is no such bot. */
  addSource(
    scope: BotScope,
    source: NewSource,
    check: (sources: number) => void,
    now: Date,
  ): Promise<KnowledgeSource | null>;
  listSourcesAfter(scope: BotScope, id: number, count: number): Promise<KnowledgeSource[]>;
  findSource(scope: BotScope, id: number): Promise<KnowledgeSource | null>;
  deleteSource(scope: BotScope, id: number): Promise<boolean>;
  /** Called when a source waits to be read. */
  wakeReader(): void;
  now(): Date;
}

/** The bot that an operator named; the operation itself checks that it exists. Errors: unknown_tenant. */
export const makeBotOf =
  (tenantOf: (slug: string) => Promise<number>) =>
  async (slug: string, id: string): Promise<BotScope> => ({
    tenantId: await tenantOf(slug),
    botId: Number(readRowId(id)),
  });

/** The sources that a bot answers from (docs/reference/bots.md#knowledge). */
export function makeManageKnowledge(deps: ManageKnowledgeDeps) {
  const checkBot = async (scope: BotScope): Promise<void> => {
    if (!(await deps.hasBot(scope))) throw new AppError('unknown_bot');
  };
  return {
    /** Errors: unknown_bot, too_much_knowledge. */
    async add(scope: BotScope, input: Add): Promise<KnowledgeView> {
      const made = await deps.addSource(scope, readGiven(input), checkSourceCount, deps.now());
      if (!made) throw new AppError('unknown_bot');
      deps.wakeReader();
      return toKnowledgeView(made);
    },

    /** Errors: unknown_bot. */
    async list(
      scope: BotScope,
      { limit, cursor }: { limit: number; cursor?: string | undefined },
    ): Promise<Page<KnowledgeView>> {
      await checkBot(scope);
      const rows = await deps.listSourcesAfter(scope, readCursor(cursor), limit + 1);
      return pageOf(rows, limit, toKnowledgeView);
    },

    /** Errors: unknown_bot, unknown_source. */
    async get(scope: BotScope, id: number): Promise<KnowledgeView> {
      await checkBot(scope);
      const source = await deps.findSource(scope, id);
      if (!source) throw new AppError('unknown_source');
      return toKnowledgeView(source);
    },

    /** Errors: unknown_bot, unknown_source. */
    async remove(scope: BotScope, id: number): Promise<{ deleted: true }> {
      await checkBot(scope);
      if (!(await deps.deleteSource(scope, id))) throw new AppError('unknown_source');
      return { deleted: true };
    },
  };
}
