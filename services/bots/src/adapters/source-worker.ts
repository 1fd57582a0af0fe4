import { parentPort, workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import { z } from 'zod';
import { PDF_MAX_CHARACTERS, PDF_MAX_PAGES, type PdfAnswer, type PdfRefusal } from '../domain/pdf-answer.ts';

// Runs in a thread of a separate process that read-pdf.ts starts and ends: the file is untrusted, and reading it may
// never end.

const { bytes } = z.object({ bytes: z.instanceof(Uint8Array) }).parse(workerData);

const TextItem = z.object({ str: z.string(), hasEOL: z.boolean() });
/** Refusals by the name of the reader's error. */
const REFUSALS: Readonly<Record<string, PdfRefusal>> = {
  PasswordException: 'encrypted',
  InvalidPDFException: 'not_a_pdf',
};

async function readPages(): Promise<PdfAnswer> {
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

const refusalOf = (error: unknown): PdfRefusal =>
  (error instanceof Error ? REFUSALS[error.name] : undefined) ?? 'unreadable';

const answer = await readPages().catch((error: unknown): PdfAnswer => ({ refusal: refusalOf(error) }));
parentPort?.postMessage(answer);
