import { fillReply } from '@parley/common/workspace/reply-fields';
import { useMemo, useState } from 'react';
import { useOperation } from '../../../api/use-operations.ts';
import { useSession } from '../../../shell/session/session-context.tsx';
import type { Conversation } from '../conversation/conversation.ts';
import { type Suggesting, type Suggestion, useSuggestions } from '../suggest/use-suggestions.ts';
import { cannedQuery } from './canned-query.ts';

const SHOWN = 8;

interface Option extends Suggestion {
  text: string;
}

/** The canned replies for a text that begins with a slash; null while there is no list. */
export function useCannedReplies(
  { name }: Pick<Conversation, 'name'>,
  { text, onText }: { text: string; onText: (text: string) => void },
): Suggesting<Option> | null {
  const { member, tenant } = useSession();
  const q = cannedQuery(text);
  /** The text with which Escape closed the list. */
  const [closedWith, setClosedWith] = useState<string | null>(null);
  const isClosed = closedWith !== null && text.startsWith(closedWith);
  const isOpen = q !== null && !isClosed;
  const found = useOperation(
    'list-canned-replies',
    { limit: SHOWN, ...(q === null || q === '' ? {} : { q }) },
    { isOn: isOpen },
  );
  const items = useMemo(
    () => (found.data?.items ?? []).map((reply) => ({ ...reply, detail: reply.text.replaceAll('\n', ' ') })),
    [found.data],
  );
  const suggesting = useSuggestions<Option>({
    items,
    onClose: () => setClosedWith(text),
    onPick: (reply) =>
      onText(fillReply(reply.text, { name: name ?? '', agent: member?.name ?? '', workspace: tenant?.name ?? '' })),
  });
  return isOpen && found.data ? suggesting : null;
}
