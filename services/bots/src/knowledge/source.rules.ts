import {
  type addKnowledge,
  type KnowledgeKind,
  type KnowledgeView,
  SOURCE_MAX_BYTES,
} from '@parley/common/contracts/operator/bot-knowledge';
import type { InputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { showRowId } from '@parley/common/values/row-ids';
import { z } from 'zod';
import type { Chunk, KnowledgeText } from './passage.rules.ts';

/** Limits per bot; a search reads all of its passages. */
const SOURCES_MAX = 100;
export const PASSAGES_MAX = 10_000;
const TOKENS_MAX = 600_000;

/** A source without its content. */
export interface KnowledgeSource {
  id: number;
  kind: KnowledgeKind;
  title: string;
  status: 'processing' | 'ready' | 'failed';
  error: string | null;
  bytes: number;
  tokens: number;
  createdAt: Date;
}

/** The stored form of a new source until it is read. */
export interface NewSource {
  kind: KnowledgeKind;
  title: string;
  content: Buffer;
}

type Given = Pick<InputOf<typeof addKnowledge>, 'kind' | 'title' | 'text' | 'pairs' | 'pdf'>;

const MEMBER = { text: 'text', markdown: 'text', qa: 'pairs', pdf: 'pdf' } as const;
const Pairs = z.array(z.object({ question: z.string(), answer: z.string() }));

/** Reads the content from the member of its kind. Errors: invalid_field. */
export function readGiven({ kind, title, ...given }: Given): NewSource {
  const member = MEMBER[kind];
  const value = given[member];
  if (value === undefined) throw invalidField(member, `${member} is required for the kind ${kind}.`);
  for (const other of ['text', 'pairs', 'pdf'] as const)
    if (other !== member && given[other] !== undefined)
      throw invalidField(other, `${other} does not belong to the kind ${kind}.`);
  const content =
    kind === 'pdf'
      ? Buffer.from(String(value), 'base64')
      : Buffer.from(kind === 'qa' ? JSON.stringify(value) : String(value));
  if (content.length > SOURCE_MAX_BYTES)
    throw invalidField(member, `${member} must be at most ${SOURCE_MAX_BYTES} bytes.`);
  return { kind, title, content };
}

/** The text of stored content. A PDF's pages are read elsewhere. */
export const textOf = (kind: 'text' | 'markdown' | 'qa', content: Uint8Array): KnowledgeText => {
  const text = Buffer.from(content).toString();
  return kind === 'qa' ? { kind, pairs: Pairs.parse(JSON.parse(text)) } : { kind, text };
};

/** Errors: too_much_knowledge. */
export function checkSourceCount(sources: number): void {
  if (sources >= SOURCES_MAX) throw new AppError('too_much_knowledge');
}

/**
 * The reason why the passages of a source cannot be added to its bot's knowledge, in words for people; null when they
 * can.
 */
export function refuseChunks(chunks: readonly Chunk[], held: { passages: number; tokens: number }): string | null {
  if (chunks.length === 0) return 'There is no text in it.';
  const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokens, held.tokens);
  const isTooMuch = tokens > TOKENS_MAX || held.passages + chunks.length > PASSAGES_MAX;
  return isTooMuch
    ? `The bot would have more than ${TOKENS_MAX} tokens or ${PASSAGES_MAX} passages of knowledge.`
    : null;
}

export const toKnowledgeView = ({ id, createdAt, ...source }: KnowledgeSource): KnowledgeView => ({
  id: showRowId('src', id),
  kind: source.kind,
  title: source.title,
  status: source.status,
  error: source.error,
  bytes: source.bytes,
  tokens: source.tokens,
  createdAt: createdAt.toISOString(),
});

export const PDF_MAX_PAGES = 500;
export const PDF_MAX_CHARACTERS = 2_000_000;

/** The reason why a source was not read. */
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

const WireChunk = z.object({ title: z.string().nullable(), text: z.string(), tokens: z.number() });

/** The answer of the process that reads a source. */
export const SourceAnswer = z.union([z.object({ chunks: z.array(WireChunk) }), z.object({ refusal: SourceRefusal })]);
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

/** Reasons to refuse a source that is given as text. */
const TEXT_REFUSALS: Readonly<Partial<Record<SourceRefusal, string>>> = {
  too_slow: 'Reading this source took too long. Divide it.',
  too_much_memory: 'Reading this source took too much memory. Divide it.',
  unreadable: 'This source could not be read. Divide it.',
};

/** The sentence about a refusal, stored with the source. */
export const describeRefusal = (kind: KnowledgeKind, refusal: SourceRefusal): string =>
  (kind === 'pdf' ? undefined : TEXT_REFUSALS[refusal]) ?? REFUSALS[refusal];
