import { parentPort, workerData } from 'node:worker_threads';
import { KnowledgeKind } from '@parley/common/contracts/operator/bot-knowledge';
import { getDocumentProxy } from 'unpdf';
import { z } from 'zod';
import { chunkKnowledge } from './passage.rules.ts';
import {
  PASSAGES_MAX,
  PDF_MAX_CHARACTERS,
  PDF_MAX_PAGES,
  type SourceAnswer,
  type SourceRefusal,
  textOf,
} from './source.rules.ts';

// Runs in a thread of a separate process that read-source.client.ts starts and ends: the source is untrusted, and reading it
// may never end.

const { kind, content } = z.object({ kind: KnowledgeKind, content: z.instanceof(Uint8Array) }).parse(workerData);

async function readSource(): Promise<SourceAnswer> {
  const read = kind === 'pdf' ? await readPages(content) : textOf(kind, content);
  if ('refusal' in read) return read;
  const chunks = chunkKnowledge('pages' in read ? { kind: 'pdf', pages: read.pages } : read);
  return chunks.length > PASSAGES_MAX ? { refusal: 'too_many_passages' } : { chunks };
}

/** The text of each page of a PDF. Its content never makes it throw. */
function readPages(bytes: Uint8Array): Promise<Pages> {
  return readText(bytes).catch((error: unknown) => ({ refusal: refusalOf(error) }));
}

const TextItem = z.object({ str: z.string(), hasEOL: z.boolean() });
/** Refusals by the name of the reader's error. */
const REFUSALS: Readonly<Record<string, SourceRefusal>> = {
  PasswordException: 'encrypted',
  InvalidPDFException: 'not_a_pdf',
};

type Pages = { pages: string[] } | { refusal: SourceRefusal };

async function readText(bytes: Uint8Array): Promise<Pages> {
  // Runs and draws nothing of the file.
  const document = await getDocumentProxy(bytes, { isEvalSupported: false, disableFontFace: true, stopAtErrors: true });
  if (document.numPages > PDF_MAX_PAGES) return { refusal: 'too_many_pages' };
  const pages: string[] = [];
  let characters = 0;
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items
      .flatMap((item) => TextItem.safeParse(item).data ?? [])
      .map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str))
      .join('');
    characters += text.length;
    if (characters > PDF_MAX_CHARACTERS) return { refusal: 'too_much_text' };
    pages.push(text);
    page.cleanup();
  }
  return pages.some((text) => text.trim() !== '') ? { pages } : { refusal: 'no_text' };
}

const refusalOf = (error: unknown): SourceRefusal =>
  (error instanceof Error ? REFUSALS[error.name] : undefined) ?? 'unreadable';

parentPort?.postMessage(await readSource());
