import { useEffect, useState } from 'react';
import { useSession } from '../../../shell/session-context.tsx';

/** The draft of a conversation; it survives a reload. */
export function useDraft(id: number): [string, (text: string) => void] {
  const { tenant, member } = useSession();
  const storedAs = ['parley.draft', tenant?.slug, member?.id, id].join('.');
  const [text, setText] = useState(() => localStorage.getItem(storedAs) ?? '');
  useEffect(() => {
    if (text === '') localStorage.removeItem(storedAs);
    else localStorage.setItem(storedAs, text);
  }, [text, storedAs]);
  return [text, setText];
}
