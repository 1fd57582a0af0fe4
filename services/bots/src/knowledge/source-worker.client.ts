import { parentPort, workerData } from 'node:worker_threads';
import { KnowledgeKind } from '@parley/common/contracts/operator/bot-knowledge';
import { z } from 'zod';
import { chunkKnowledge } from './chunk-knowledge.rules.ts';
import { PASSAGES_MAX, textOf } from './knowledge-source.rules.ts';
import { readPages } from './read-pages.client.ts';
import type { SourceAnswer } from './source-answer.rules.ts';

// Runs in a thread of a separate process that read-source.ts starts and ends: the source is untrusted, and reading it
// may never end.

const { kind, content } = z.object({ kind: KnowledgeKind, content: z.instanceof(Uint8Array) }).parse(workerData);

async function readSource(): Promise<SourceAnswer> {
  const read = kind === 'pdf' ? await readPages(content) : textOf(kind, content);
  if ('refusal' in read) return read;
  const chunks = chunkKnowledge('pages' in read ? { kind: 'pdf', pages: read.pages } : read);
  return chunks.length > PASSAGES_MAX ? { refusal: 'too_many_passages' } : { chunks };
}

parentPort?.postMessage(await readSource());
