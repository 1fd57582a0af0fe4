import {
  type addKnowledge,
  type KnowledgeKind,
  type KnowledgeView,
  SOURCE_MAX_BYTES,
} from '@parley/common/contracts/operator/bot-knowledge';
import type { InputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { showRowId } from '@parley/common/row-ids';
import { z } from 'zod';
import type { Chunk, KnowledgeText } from './chunk-knowledge.rules.ts';

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

/** Why the passages of a source cannot be added to its bot's knowledge, in words for people; null when they can. */
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
