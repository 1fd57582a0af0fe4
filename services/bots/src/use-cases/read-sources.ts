import { randomUUID } from 'node:crypto';
import { type Chunk, chunkKnowledge } from '../domain/chunk-knowledge.ts';
import { refuseChunks, textOf } from '../domain/knowledge-source.ts';
import { PDF_REFUSALS, type PdfAnswer } from '../domain/pdf-answer.ts';
import type { SourceJob } from '../storage/reading-store.ts';

export interface ReadSourcesDeps {
  claim(given: { claimId: string; now: Date; until: Date }): Promise<SourceJob | null>;
  /** False when another worker has the source by now, or it is gone. */
  finish(
    job: SourceJob,
    chunks: readonly Chunk[],
    refuse: (held: { passages: number; tokens: number }) => string | null,
  ): Promise<boolean>;
  fail(job: SourceJob, error: string): Promise<boolean>;
  readPdf(bytes: Uint8Array): Promise<PdfAnswer>;
  now(): Date;
}

/** Longer than reading and storing a PDF may take. */
const LEASE_MS = 120_000;
/** A source that kills its worker this many times is abandoned. */
const ATTEMPTS_MAX = 3;
const GIVEN_UP = 'Reading this source was interrupted too often. Add it again, or give its text.';

/** Reads a waiting source; true when there may be another (docs/reference/bots.md#knowledge). */
export function makeReadSources(deps: ReadSourcesDeps): () => Promise<boolean> {
  const read = async ({ kind, content }: SourceJob): Promise<{ chunks: Chunk[] } | { error: string }> => {
    if (kind !== 'pdf') return { chunks: chunkKnowledge(textOf(kind, content)) };
    const answer = await deps.readPdf(content);
    return 'refusal' in answer
      ? { error: PDF_REFUSALS[answer.refusal] }
      : { chunks: chunkKnowledge({ kind, pages: answer.pages }) };
  };

  return async () => {
    const now = deps.now();
    const job = await deps.claim({ claimId: randomUUID(), now, until: new Date(now.getTime() + LEASE_MS) });
    if (!job) return false;
    const result = job.attempts > ATTEMPTS_MAX ? { error: GIVEN_UP } : await read(job);
    if ('error' in result) await deps.fail(job, result.error);
    else await deps.finish(job, result.chunks, (held) => refuseChunks(result.chunks, held));
    return true;
  };
}
