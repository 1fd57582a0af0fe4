import { z } from 'zod';

export const PDF_MAX_PAGES = 500;
export const PDF_MAX_CHARACTERS = 2_000_000;

/** Why a PDF was not read. */
const PdfRefusal = z.enum([
  'not_a_pdf',
  'encrypted',
  'too_many_pages',
  'too_much_text',
  'no_text',
  'too_slow',
  'too_much_memory',
  'unreadable',
]);
export type PdfRefusal = z.output<typeof PdfRefusal>;

/** The answer of the thread that reads a PDF. */
export const PdfAnswer = z.union([z.object({ pages: z.array(z.string()) }), z.object({ refusal: PdfRefusal })]);
export type PdfAnswer = z.output<typeof PdfAnswer>;

/** Stored for a source that could not be read, for the people who added it. */
export const PDF_REFUSALS: Readonly<Record<PdfRefusal, string>> = {
  not_a_pdf: 'This is not a PDF file.',
  encrypted: 'This PDF is protected by a password. Give one without.',
  too_many_pages: `This PDF has more than ${PDF_MAX_PAGES} pages. Divide it.`,
  too_much_text: 'This PDF has more than 2,000,000 characters of text. Divide it.',
  no_text: 'This PDF has no text: its pages are pictures.',
  too_slow: 'Reading this PDF took too long. Save it again, or give its text.',
  too_much_memory: 'Reading this PDF took too much memory. Save it again, or give its text.',
  unreadable: 'This PDF is damaged. Save it again, or give its text.',
};
