import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { ManageKnowledgeDeps } from '../use-cases/manage-knowledge.ts';
import type { ReadSourcesDeps } from '../use-cases/read-sources.ts';
import type { LoadAllKnowledgeDeps, SearchKnowledgeDeps } from '../use-cases/search-knowledge.ts';
import { lockBot } from './bot-store.ts';
import * as sources from './knowledge-store.ts';
import { makeReadingStore } from './reading-store.ts';
import { findBestPassages } from './search-store.ts';

type Stored = Omit<
  ManageKnowledgeDeps & ReadSourcesDeps & SearchKnowledgeDeps & LoadAllKnowledgeDeps,
  'now' | 'readPdf' | 'wakeReader'
>;

/** Database operations of the knowledge use cases. */
export function makeKnowledgeDeps(database: Pick<PrismaDatabase, 'query' | 'prisma' | 'prismaTransaction'>): Stored {
  const { prisma } = database;
  return {
    ...makeReadingStore(database),
    hasBot: (scope) => sources.hasBot(prisma, scope),
    addSource: (scope, source, check, now) =>
      database.prismaTransaction(async (transaction) => {
        if (!(await lockBot(transaction.sql, scope.tenantId, scope.botId))) return null;
        check(await sources.countSources(transaction.prisma, scope));
        return sources.insertSource(transaction.prisma, scope, source, now);
      }),
    listSourcesAfter: (scope, id, count) => sources.listSourcesAfter(prisma, scope, id, count),
    findSource: (scope, id) => sources.findSource(prisma, scope, id),
    deleteSource: (scope, id) => sources.deleteSource(prisma, scope, id),
    listWords: (scope) => sources.listWords(prisma, scope),
    countTokens: (scope) => sources.countTokens(database, scope),
    listPassages: (scope, count) => sources.listPassages(database, scope, count),
    findBestPassages: (scope, forms, count) => findBestPassages(database, scope, forms, count),
  };
}
