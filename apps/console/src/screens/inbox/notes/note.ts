import type { ItemOf } from '../../../api/use-operations.ts';
import type { Order } from '../list/merge-pages.ts';

export type Note = ItemOf<'list-notes'>;
export type Colleague = Note['mentions'][number];

/** Newest first; ids begin with their time. */
export const BY_NOTE: Order<Note> = {
  keyOf: ({ id }) => id,
  compare: (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || (b.id > a.id ? 1 : -1),
};

/** Those of the members whose mention is still in the text. */
export const mentionedIn = (text: string, members: readonly Colleague[]): string[] => [
  ...new Set(members.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)),
];

/** The text in parts: mentions of these members, and what is between them. */
export function splitMentions(
  text: string,
  members: readonly Colleague[],
): { at: number; part: string; isMention: boolean }[] {
  // The longest name first: "@Amal Hassan" is no mention of Amal.
  const marks = members.map(({ name }) => `@${name}`).sort((a, b) => b.length - a.length);
  const parts: { at: number; part: string; isMention: boolean }[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; ) {
    const mark = marks.find((one) => text.startsWith(one, at));
    if (mark !== undefined) {
      if (at > from) parts.push({ at: from, part: text.slice(from, at), isMention: false });
      parts.push({ at, part: mark, isMention: true });
      from = at + mark.length;
    }
    at = text.indexOf('@', mark === undefined ? at + 1 : from);
  }
  if (from < text.length) parts.push({ at: from, part: text.slice(from), isMention: false });
  return parts;
}
