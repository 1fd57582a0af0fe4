import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { composeTexts } from '../../../../texts/conversation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';

interface Props<T> {
  rows: readonly T[];
  least?: number;
  most: number;
  /** The name of a row, by its number from 1. */
  nameOf: (number: number) => string;
  addLabel: string;
  empty: T;
  onChange: (rows: readonly T[]) => void;
  children: (row: T, change: (row: T) => void, name: string, at: number) => ReactNode;
}

/** Rows of fields that are added and removed. */
export function RowList<T>({ rows, least = 1, most, nameOf, addLabel, empty, onChange, children }: Props<T>) {
  const t = useTexts(composeTexts);
  return (
    <div className="grid gap-3">
      {rows.map((row, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields are controlled, and a row is its position
          key={at}
          className="flex items-end gap-2"
        >
          <div className="grid min-w-0 flex-1 gap-2">
            {children(row, (changed) => onChange(rows.with(at, changed)), nameOf(at + 1), at)}
          </div>
          {rows.length > least && (
            <IconButton
              label={t('row_remove', { name: nameOf(at + 1) })}
              icon={X}
              onClick={() => onChange(rows.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      {rows.length < most && (
        <Button look="quiet" className="justify-self-start" onClick={() => onChange([...rows, empty])}>
          <Plus aria-hidden className="size-4" />
          {addLabel}
        </Button>
      )}
    </div>
  );
}
