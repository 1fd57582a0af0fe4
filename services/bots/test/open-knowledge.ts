import type { addKnowledge, KnowledgeView } from '@parley/common/contracts/operator/bot-knowledge';
import type { InputOf } from '@parley/common/define-contract';
import { readRowId } from '@parley/common/row-ids';
import { createTestDatabase, type TestDatabase } from '@parley/testing/test-database';
import { makeTestTenant } from '@parley/testing/test-tenant';
import { makeReadPdf, type PdfLimits } from '../src/adapters/read-pdf.ts';
import { makeKnowledgeDeps } from '../src/storage/knowledge-deps.ts';
import type { BotScope } from '../src/storage/knowledge-store.ts';
import { makeManageKnowledge } from '../src/use-cases/manage-knowledge.ts';
import { makeReadSources } from '../src/use-cases/read-sources.ts';
import { makeLoadAllKnowledge, makeSearchKnowledge } from '../src/use-cases/search-knowledge.ts';

export const START = new Date('2026-07-01T12:00:00.000Z');

type Given = Omit<InputOf<typeof addKnowledge>, 'slug' | 'id'>;

/** A bot without knowledge over a real database, without workers and with a fixed clock. */
export async function openKnowledge(limits: PdfLimits = {}) {
  const database = await createTestDatabase();
  let now = START;
  const stores = makeKnowledgeDeps(database.db);
  const readPdf = makeReadPdf(limits);
  const knowledge = makeManageKnowledge({ ...stores, wakeReader() {}, now: () => now });
  const readSource = makeReadSources({ ...stores, readPdf, now: () => now });
  const makeBot = async (): Promise<BotScope> => {
    const tenant = await makeTestTenant(database.db);
    const { id } = await database.db.prisma.bot.create({
      data: {
        tenantId: tenant.id,
        name: 'Shop',
        enabled: true,
        keyMode: 'own',
        provider: 'openai',
        model: 'any',
        instructions: 'Answer.',
        accounts: [],
        trigger: { kind: 'all' },
        stopWords: [],
        caps: {},
        toolSecret: '',
        createdAt: now,
        updatedAt: now,
      },
    });
    return { tenantId: tenant.id, botId: id };
  };
  const bot = await makeBot();
  return {
    database,
    stores,
    knowledge,
    bot,
    makeBot,
    readPdf,
    readSource,
    search: makeSearchKnowledge(stores),
    loadAll: makeLoadAllKnowledge(stores),
    pass(ms: number): void {
      now = new Date(now.getTime() + ms);
    },
    /** Adds a source and reads all waiting ones; returns its state then. */
    async learn(given: Given, scope = bot): Promise<KnowledgeView> {
      const { id } = await knowledge.add(scope, given);
      while (await readSource());
      return knowledge.get(scope, Number(readRowId(id)));
    },
    [Symbol.asyncDispose]: () => database.drop(),
  } satisfies AsyncDisposable & Record<string | symbol, unknown> & { database: TestDatabase };
}
