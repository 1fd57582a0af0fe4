import { useMemo } from 'react';
import { type Note, splitMentions } from './note.ts';

/** A note as it was written, in its own direction, with its mentions marked; none of it becomes a link or markup. */
export function NoteText({ note: { text, mentions } }: { note: Pick<Note, 'text' | 'mentions'> }) {
  const parts = useMemo(() => splitMentions(text, mentions), [text, mentions]);
  return (
    <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap [unicode-bidi:isolate]">
      {parts.map(({ at, part, isMention }) =>
        isMention ? (
          <bdi key={at} className="font-semibold text-warn">
            {part}
          </bdi>
        ) : (
          part
        ),
      )}
    </p>
  );
}
