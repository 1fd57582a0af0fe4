import type { addKnowledge as contract, KnowledgeView } from '@parley/common/contracts/operator/bot-knowledge';
import type { InputOf } from '@parley/common/define-contract';
import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { addKnowledge } from '../src/knowledge/add-knowledge.ts';
import { getKnowledge } from '../src/knowledge/get-knowledge.ts';
import { loadAllKnowledge, searchKnowledge } from '../src/knowledge/knowledge.steps.ts';
import { readNextSource } from '../src/knowledge/read-next-source.ts';
import { addBot } from './bot-rows.ts';
import { openBots, START } from './open-bots.ts';

type Given = Omit<InputOf<typeof contract>, 'slug' | 'id'>;

/** A bot as an operator names it. */
export interface NamedBot {
  slug: string;
  id: string;
}

/** A bot without knowledge over a real database, without workers and with a fixed clock. */
export async function openKnowledge() {
  let now = START;
  const { database, service, ...open } = await openBots({ now: () => now });
  const makeBot = async () => {
    const { id: tenantId, slug } = await makeTestTenant(database.db);
    const botId = await addBot(database.db, tenantId);
    return { slug, id: `bot_${botId}`, scope: { tenantId, botId } };
  };
  const bot = await makeBot();
  return {
    database,
    service,
    bot,
    makeBot,
    add: (given: Given, to: NamedBot = bot) => addKnowledge(service, { slug: to.slug, id: to.id, ...given }),
    readSource: () => readNextSource(service),
    search: (query: string, scope = bot.scope) => searchKnowledge(service, scope, [query]),
    loadAll: (scope = bot.scope) => loadAllKnowledge(service, scope),
    pass(ms: number): void {
      now = new Date(now.getTime() + ms);
    },
    /** Adds a source and reads all waiting ones; returns its state then. */
    async learn(given: Given): Promise<KnowledgeView> {
      const { slug, id } = bot;
      const { id: source } = await addKnowledge(service, { slug, id, ...given });
      while (await readNextSource(service));
      return getKnowledge(service, { slug, id, source });
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  };
}
