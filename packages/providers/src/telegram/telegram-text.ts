import { isObject, type JsonObject, listOf, textOf } from '../http/json-walk.ts';

/** Telegram accepts 100 entities in a message. */
const MAX_LINKS = 100;
const MAX_ADDRESS_LENGTH = 2048;
const MAX_DEPTH = 32;

/** Words followed by their URL in brackets; only the words when they are the URL. */
function withAddress(words: string, url: string | null): string {
  if (url === null || url.length > MAX_ADDRESS_LENGTH || url === words || url === `${words}/`) return words;
  return `${words} (${url})`;
}

const isIndex = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

/** A text with the URL of each `text_link` after its words; offsets are UTF-16 units, as in JavaScript. */
export function textWithLinks(text: string, entities: unknown): string {
  const links = listOf(entities)
    .filter(isObject)
    .flatMap(({ type, offset, length, url }) => {
      const isLink = type === 'text_link' && isIndex(offset) && isIndex(length) && offset >= 0 && length > 0;
      return isLink && offset + length <= text.length
        ? [{ start: offset, end: offset + length, url: textOf(url) }]
        : [];
    })
    .slice(0, MAX_LINKS)
    .toSorted((a, b) => a.end - b.end);
  let after = 0;
  const parts = links.map(({ start, end, url }) => {
    const words = text.slice(start, end);
    const part = text.slice(after, end) + withAddress(words, url).slice(words.length);
    after = end;
    return part;
  });
  return parts.join('') + text.slice(after);
}

/** The plain text of formatted text, with its hidden URLs. */
function inlineText(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (depth > MAX_DEPTH) return '';
  if (Array.isArray(value)) return value.map((part) => inlineText(part, depth + 1)).join('');
  if (!isObject(value)) return '';
  return withAddress(
    inlineText(value.text ?? value.alternative_text ?? value.expression, depth + 1),
    textOf(value.url),
  );
}

const tableLines = (rows: unknown, depth: number): string[] =>
  listOf(rows).map((row) =>
    listOf(row)
      .map((cell) => inlineText(cell, depth))
      .join('\t'),
  );

/** The lines of a block: its own text, then its inner blocks or rows, then its caption and source. */
function blockLines(block: JsonObject, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  const inner = [...listOf(block.items), ...listOf(block.blocks)].filter(isObject);
  const lines = [
    ...[block.summary, block.text, block.expression].map((part) => inlineText(part, depth)),
    ...inner.flatMap((part) => blockLines(part, depth + 1)),
    ...tableLines(block.cells, depth),
    ...(isObject(block.caption) ? blockLines(block.caption, depth + 1) : [inlineText(block.caption, depth)]),
    inlineText(block.credit, depth),
  ].filter((line) => line.trim() !== '');
  const label = textOf(block.label);
  return label === null ? lines : [[label, ...lines.slice(0, 1)].join(' '), ...lines.slice(1)];
}

/** The text of a `rich_message`: a line for each paragraph, list item and row; tabs between the cells of a row. */
export const richText = (message: JsonObject): string => blockLines(message, 0).join('\n');
