import { useTexts } from '../../../i18n/language-context.tsx';
import { eraseTexts } from '../../../texts/inbox-more.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { Conversation } from '../conversation/conversation.ts';
import { useAskToErase } from './erasing.tsx';

interface Props {
  name: string;
  /** All conversations of the person. */
  conversations: readonly Conversation[];
}

/** A button that erases a person, after a question. */
export function ErasePerson(person: Props) {
  const t = useTexts(eraseTexts);
  const ask = useAskToErase();
  return (
    <div className="border-t border-line pt-4">
      <Button look="danger" onClick={() => ask(person)}>
        {t('erase_person')}
      </Button>
    </div>
  );
}
