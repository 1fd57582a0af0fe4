import { extname } from 'node:path';
import { runInChild } from '@parley/bus/process/run-in-child';
import type { KnowledgeKind } from '@parley/common/contracts/operator/bot-knowledge';
import { SourceAnswer } from './source.rules.ts';

const TIMEOUT_MS = 30_000;
const HEAP_MB = 192;
const GROWTH_BYTES = 384 * 1024 * 1024;

interface SourceLimits {
  timeoutMs?: number;
  growthBytes?: number;
  heapMb?: number;
  /** Ends the process at once; the answer is then `unreadable`. */
  signal?: AbortSignal;
}

const PROGRAM = new URL(`./source-worker.client${extname(import.meta.url)}`, import.meta.url);

/**
 * Reads a source into passages in a separate process, which is killed at the limits of time and memory
 * (docs/reference/bots.md#reading). The content of a source never makes it throw.
 */
export async function readSource(
  { kind, content }: { kind: KnowledgeKind; content: Uint8Array },
  { timeoutMs = TIMEOUT_MS, growthBytes = GROWTH_BYTES, heapMb = HEAP_MB, signal }: SourceLimits = {},
): Promise<SourceAnswer> {
  const limits = { timeoutMs, growthBytes, heapMb };
  const ran = await runInChild({ program: PROGRAM, data: { kind, content }, limits }, signal);
  if ('end' in ran) return { refusal: ran.end === 'died' ? 'unreadable' : ran.end };
  return SourceAnswer.parse(ran.message);
}
