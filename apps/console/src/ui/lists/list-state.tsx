import { type ReactNode, useState } from 'react';
import type { OperationError } from '../../api/call-gateway.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { uiTexts } from '../../texts/shell.ts';
import { ActionMenu } from '../buttons/action-menu.tsx';
import { Button } from '../buttons/button.tsx';
import { Problem } from '../problems/problem.tsx';
import type { Column } from './table.tsx';

/** Renders a dialog of a list. `show` replaces it, such as by the secret of what was created. */
export type ListDialog = (opened: { close: () => void; show: (next: ListDialog) => void }) => ReactNode;

/** An action of an item: it does something at once, or opens a dialog. */
export type RowAction = { title: string; isDangerous?: boolean } & ({ run: () => void } | { dialog: ListDialog });

export interface RowMenu {
  label: string;
  actions: readonly RowAction[];
  /** The error of an action that has no dialog. */
  error?: OperationError | null;
}

/** A list by its columns, its actions and their dialogs. */
export interface DeclaredList<T> {
  columns: readonly Column<T>[];
  /** The button that adds an item: next to the title, or in the empty state while there are no items. */
  create?: { title: string; dialog: ListDialog; isAlwaysOnTop?: boolean } | undefined;
  /** A hook of each row: its menu, or null if it has none. */
  useMenu?: ((item: T) => RowMenu | null) | undefined;
}

interface MenuProps<T> {
  item: T;
  useMenu: (item: T) => RowMenu | null;
  onShow: (dialog: ListDialog) => void;
}

function Menu<T>({ item, useMenu, onShow }: MenuProps<T>) {
  const menu = useMenu(item);
  if (!menu) return null;
  return (
    <>
      <ActionMenu
        label={menu.label}
        actions={menu.actions.map((action) => ({
          ...action,
          run: 'dialog' in action ? () => onShow(action.dialog) : action.run,
        }))}
      />
      <Problem error={menu.error ?? null} />
    </>
  );
}

/** The columns, the button and the open dialog of a list. */
export function useListState<T>({ columns, create, useMenu }: DeclaredList<T>) {
  const t = useTexts(uiTexts);
  const [opened, setOpened] = useState<ListDialog | null>(null);
  const show = (dialog: ListDialog): void => setOpened(() => dialog);
  const ofRows: Column<T> | undefined = useMenu && {
    title: t('actions'),
    show: (item) => <Menu item={item} useMenu={useMenu} onShow={show} />,
  };
  return {
    columns: ofRows ? [...columns, ofRows] : columns,
    button: create && (
      <Button look="primary" onClick={() => show(create.dialog)}>
        {create.title}
      </Button>
    ),
    dialog: opened?.({ close: () => setOpened(null), show }),
  };
}
