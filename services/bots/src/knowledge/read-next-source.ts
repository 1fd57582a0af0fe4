import { randomUUID } from 'node:crypto';
import type { BotsService } from '../service.ts';
import { storePassages } from './knowledge.steps.ts';
import { type Chunk, chunkKnowledge } from './passage.rules.ts';
import { readSource } from './read-source.client.ts';
import { claimNextSource, failSource, releaseSource, type SourceJob } from './reading.store.ts';
import { describeRefusal, textOf } from './source.rules.ts';

/** Longer than reading and storing a source may take. */
const LEASE_MS = 120_000;
/** A source that kills its worker this many times is abandoned. */
const ATTEMPTS_MAX = 3;
const GIVEN_UP = 'Reading this source was interrupted too often. Add it again, or give its text.';

async function read(
  { kind, content, attempts }: SourceJob,
  signal: AbortSignal,
): Promise<{ chunks: Chunk[] } | { error: string }> {
  if (attempts > ATTEMPTS_MAX) return { error: GIVEN_UP };
  // A pair is a passage as it is: there is nothing to look for in it.
  if (kind === 'qa') return { chunks: chunkKnowledge(textOf(kind, content)) };
  const answer = await readSource({ kind, content }, { signal });
  return 'refusal' in answer ? { error: describeRefusal(kind, answer.refusal) } : answer;
}

/** Reads a waiting source; true when there may be another (docs/reference/bots.md#reading). */
export async function readNextSource(service: BotsService): Promise<boolean> {
  const { database, stopReading } = service;
  const now = service.now();
  const claim = { claimId: randomUUID(), now, until: new Date(now.getTime() + LEASE_MS) };
  const job = await claimNextSource(database, claim);
  if (!job) return false;
  const result = await read(job, stopReading.signal);
  // The reading was cut short by the stop of this service: the next worker begins it at once.
  if (stopReading.signal.aborted) await releaseSource(database.prisma, job, now);
  else if ('error' in result) await failSource(database.prisma, job, result.error);
  else await storePassages(service, job, result.chunks);
  return true;
}
