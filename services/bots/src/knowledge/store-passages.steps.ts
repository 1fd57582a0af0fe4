import type { BotsService } from '../service.ts';
import { lockBot } from '../settings/bot.store.ts';
import type { Chunk } from './chunk-knowledge.rules.ts';
import { refuseChunks } from './knowledge-source.rules.ts';
import { failSource, finishSource, insertPassages, measureKnowledge, type SourceJob } from './reading.store.ts';

/**
 * Stores the passages of a source, or marks it as failed when its bot would have too many. False when another worker
 * has the source by now, or it is gone.
 */
export const storePassages = ({ database }: BotsService, job: SourceJob, chunks: readonly Chunk[]): Promise<boolean> =>
  database.prismaTransaction(async (transaction) => {
    const { prisma, sql } = transaction;
    if (!(await lockBot(sql, job.tenantId, job.botId))) return false;
    const refusal = refuseChunks(chunks, await measureKnowledge(transaction, job));
    if (refusal !== null) return failSource(prisma, job, refusal);
    if (!(await finishSource(prisma, job, chunks))) return false;
    await insertPassages(prisma, job, chunks);
    return true;
  });
