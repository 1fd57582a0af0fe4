import type { KnowledgeKind } from '@parley/common/contracts/operator/bot-knowledge';
import { z } from 'zod';
import { PASSAGES_MAX } from './knowledge-source.rules.ts';

export const PDF_MAX_PAGES = 500;
export const PDF_MAX_CHARACTERS = 2_000_000;

/** Why a source was not read. */
const SourceRefusal = z.enum([
  'not_a_pdf',
  'encrypted',
  'too_many_pages',
  'too_much_text',
  'no_text',
  'too_many_passages',
  'too_slow',
  'too_much_memory',
  'unreadable',
]);
export type SourceRefusal = z.output<typeof SourceRefusal>;

const Chunk = z.object({ title: z.string().nullable(), text: z.string(), tokens: z.number() });

/** The answer of the process that reads a source. */
export const SourceAnswer = z.union([z.object({ chunks: z.array(Chunk) }), z.object({ refusal: SourceRefusal })]);
export type SourceAnswer = z.output<typeof SourceAnswer>;

/** Sentences about a refusal, for the people who added the source. */
const REFUSALS: Readonly<Record<SourceRefusal, string>> = {
  not_a_pdf: 'This is not a PDF file.',
  encrypted: 'This PDF is protected by a password. Give one without.',
  too_many_pages: `This PDF has more than ${PDF_MAX_PAGES} pages. Divide it.`,
  too_much_text: 'This PDF has more than 2,000,000 characters of text. Divide it.',
  no_text: 'This PDF has no text: its pages are pictures.',
  too_many_passages: `This source has more than ${PASSAGES_MAX} passages. Divide it.`,
  too_slow: 'Reading this PDF took too long. Save it again, or give its text.',
  too_much_memory: 'Reading this PDF took too much memory. Save it again, or give its text.',
  unreadable: 'This PDF is damaged. Save it again, or give its text.',
};

/** For sources that are given as text. */
const TEXT_REFUSALS: Readonly<Partial<Record<SourceRefusal, string>>> = {
  too_slow: 'Reading this source took too long. Divide it.',
  too_much_memory: 'Reading this source took too much memory. Divide it.',
  unreadable: 'This source could not be read. Divide it.',
};

/** The sentence about a refusal, stored with the source. */
export const describeRefusal = (kind: KnowledgeKind, refusal: SourceRefusal): string =>
  (kind === 'pdf' ? undefined : TEXT_REFUSALS[refusal]) ?? REFUSALS[refusal];
