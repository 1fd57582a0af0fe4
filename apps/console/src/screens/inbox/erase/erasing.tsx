import { createContext, type ReactNode, Suspense, useContext, useState } from 'react';
import { withTexts } from '../../../i18n/load-texts.ts';
import { loadPart } from '../../../ui/load-part.tsx';
import type { Conversation } from '../conversation/conversation.ts';

const EraseDialog = loadPart(() =>
  withTexts(import('./erase-dialog.tsx'), 'inbox-more').then((file) => file.EraseDialog),
);

/** A person, with all their conversations. */
interface Person {
  name: string;
  conversations: readonly Conversation[];
}

const AskContext = createContext<(person: Person) => void>(() => {});

/** Opens the question whether to erase a person. */
export const useAskToErase = () => useContext(AskContext);

/** Shows the question and the progress above the inbox: the conversation in which it was asked closes with the erasure. */
export function Erasing({ children }: { children: ReactNode }) {
  const [person, ask] = useState<Person | null>(null);
  return (
    <AskContext value={ask}>
      {children}
      {person && (
        <Suspense>
          <EraseDialog {...person} onClose={() => ask(null)} />
        </Suspense>
      )}
    </AskContext>
  );
}
