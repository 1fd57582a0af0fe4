import { useTexts } from '../../i18n/language-context.tsx';
import { commentsTexts } from '../../texts/comments.ts';
import { Button } from '../buttons/button.tsx';

interface Props {
  /** Cursor of the shown page; null: the newest. */
  cursor: string | null;
  next: string | null | undefined;
  onTurn: (cursor: string | null) => void;
}

/** Links to older comments, and back to the newest. */
export function TurnPages({ cursor, next, onTurn }: Props) {
  const t = useTexts(commentsTexts);
  return (
    <div className="flex gap-2">
      {cursor !== null && <Button onClick={() => onTurn(null)}>{t('newest')}</Button>}
      {typeof next === 'string' && <Button onClick={() => onTurn(next)}>{t('older')}</Button>}
    </div>
  );
}
