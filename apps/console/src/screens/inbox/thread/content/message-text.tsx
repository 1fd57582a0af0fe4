import type { Channel } from '@parley/common/channels';
import { Fragment, type ReactNode, useMemo } from 'react';
import { LongText } from '../../../../ui/text/long-text.tsx';
import { parseText, type TextPart } from './parse-text.ts';

const MARKED: readonly Channel[] = ['wa', 'wd'];

function Part({ part }: { part: TextPart }): ReactNode {
  if (typeof part === 'string') return part;
  if ('href' in part) {
    return (
      <a
        href={part.href}
        // Other programs open mail addresses and numbers, and would leave an empty tab.
        target={part.href.startsWith('http') ? '_blank' : undefined}
        rel="noopener noreferrer"
        className="text-accent underline [unicode-bidi:isolate]"
      >
        {part.shown}
      </a>
    );
  }
  const Tag = part.mark;
  return (
    <Tag className={Tag === 'code' ? 'font-mono text-sm' : undefined}>
      <Parts parts={part.parts} />
    </Tag>
  );
}

const Parts = ({ parts }: { parts: readonly TextPart[] }): ReactNode =>
  parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    <Fragment key={index}>
      <Part part={part} />
    </Fragment>
  ));

function Parsed({ text, channel }: { text: string; channel: Channel }) {
  const parts = useMemo(() => parseText(text, { hasMarks: MARKED.includes(channel) }), [text, channel]);
  return <Parts parts={parts} />;
}

/** The text of a message, with its addresses as links and its marks as the customer sees them. */
export const MessageText = ({ text, channel }: { text: string; channel: Channel }) => (
  <LongText text={text}>{(shown) => <Parsed text={shown} channel={channel} />}</LongText>
);
