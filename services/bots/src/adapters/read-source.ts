import { extname } from 'node:path';
import { runInChild } from '@parley/bus/run-in-child';
import { PdfAnswer } from '../domain/pdf-answer.ts';

const TIMEOUT_MS = 30_000;
const HEAP_MB = 192;
const GROWTH_BYTES = 384 * 1024 * 1024;

interface PdfLimits {
  timeoutMs?: number;
  growthBytes?: number;
  heapMb?: number;
}

const PROGRAM = new URL(`./pdf-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Reads a PDF in a separate process, which is killed at the limits of time and memory (docs/reference/bots.md#pdf). The
 * content of a file never makes it throw.
 */
export async function readPdf(
  bytes: Uint8Array,
  { timeoutMs = TIMEOUT_MS, growthBytes = GROWTH_BYTES, heapMb = HEAP_MB }: PdfLimits = {},
): Promise<PdfAnswer> {
  const ran = await runInChild({ program: PROGRAM, data: { bytes }, limits: { timeoutMs, growthBytes, heapMb } });
  if ('end' in ran) return { refusal: ran.end === 'died' ? 'unreadable' : ran.end };
  return PdfAnswer.parse(ran.message);
}
