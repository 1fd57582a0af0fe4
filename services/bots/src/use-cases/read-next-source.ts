import { randomUUID } from 'node:crypto';
import { readPdf } from '../adapters/read-pdf.ts';
import { type Chunk, chunkKnowledge } from '../domain/chunk-knowledge.ts';
import { textOf } from '../domain/knowledge-source.ts';
import { PDF_REFUSALS } from '../domain/pdf-answer.ts';
import type { BotsService } from '../service.ts';
import { claimNextSource, failSource, type SourceJob } from '../storage/reading-store.ts';
import { storePassages } from './store-passages.ts';

/** Longer than reading and storing a PDF may take. */
const LEASE_MS = 120_000;
/** A source that kills its worker this many times is abandoned. */
const ATTEMPTS_MAX = 3;
const GIVEN_UP = 'Reading this source was interrupted too often. Add it again, or give its text.';

async function read({ kind, content, attempts }: SourceJob): Promise<{ chunks: Chunk[] } | { error: string }> {
  if (attempts > ATTEMPTS_MAX) return { error: GIVEN_UP };
  if (kind !== 'pdf') return { chunks: chunkKnowledge(textOf(kind, content)) };
  const answer = await readPdf(content);
  return 'refusal' in answer
    ? { error: PDF_REFUSALS[answer.refusal] }
    : { chunks: chunkKnowledge({ kind, pages: answer.pages }) };
}

/** Reads a waiting source; true when there may be another (docs/reference/bots.md#knowledge). */
export async function readNextSource(service: BotsService): Promise<boolean> {
  const now = service.now();
  const claim = { claimId: randomUUID(), now, until: new Date(now.getTime() + LEASE_MS) };
  const job = await claimNextSource(service.database, claim);
  if (!job) return false;
  const result = await read(job);
  if ('error' in result) await failSource(service.database.prisma, job, result.error);
  else await storePassages(service, job, result.chunks);
  return true;
}
