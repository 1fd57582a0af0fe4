import { useState } from 'react';
import { useChange } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { viewDialogTexts } from '../../../texts/inbox-more.ts';
import { ActionMenu } from '../../../ui/buttons/action-menu.tsx';
import { ChangeDialog } from '../../../ui/dialogs/change-dialog.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { textOf } from '../../../ui/forms/form-values.ts';
import { Problem } from '../../../ui/problems/problem.tsx';
import type { Filter } from '../filters/filters.ts';
import { moveBy } from './move-by.ts';
import { NAME_MAX, useViews, type View } from './use-views.ts';

const REFRESHES = { refreshes: ['list-views'] } as const;

interface RowProps {
  view: View;
  /** The ids of its group, in order. */
  ids: readonly string[];
  filter: Filter;
  onDelete: (view: View) => void;
}

function ViewRow({ view: { id, name, is_shared }, view, ids, filter, onDelete }: RowProps) {
  const t = useTexts(viewDialogTexts);
  const [isRenaming, setRenaming] = useState(false);
  const update = useChange('update-view', REFRESHES);
  const order = useChange('order-views', REFRESHES);
  const move = (by: 1 | -1) => ({
    title: by < 0 ? t('up') : t('down'),
    run: () => order.mutate({ is_shared, order: moveBy(ids, id, by) }),
  });
  if (isRenaming)
    return (
      <li className="py-2">
        <Form
          action={t('rename')}
          change={update}
          onSubmit={(form) =>
            update.mutate({ id, name: textOf(form, 'name') }, { onSuccess: () => setRenaming(false) })
          }
        >
          <TextField label={t('name')} name="name" dir="auto" defaultValue={name} maxLength={NAME_MAX} required />
        </Form>
      </li>
    );
  return (
    <li className="grid py-1">
      <div className="flex items-center justify-between gap-2">
        <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
        <ActionMenu
          label={t('more', { name })}
          actions={[
            { title: t('rename'), run: () => setRenaming(true) },
            ...(id === ids[0] ? [] : [move(-1)]),
            ...(id === ids.at(-1) ? [] : [move(1)]),
            { title: t('refill'), run: () => update.mutate({ id, filter }) },
            { title: t('remove'), isDangerous: true, run: () => onDelete(view) },
          ]}
        />
      </div>
      <Problem error={update.error ?? order.error} />
    </li>
  );
}

function DeleteDialog({ view: { id, name, is_shared }, onClose }: { view: View; onClose: () => void }) {
  const t = useTexts(viewDialogTexts);
  return (
    <ChangeDialog
      operation="delete-view"
      input={{ id }}
      {...REFRESHES}
      title={t('remove_title', { name })}
      action={t('remove')}
      onClose={onClose}
    >
      {is_shared ? t('remove_shared') : t('remove_own')}
    </ChangeDialog>
  );
}

/** Renames, reorders and deletes the views that the reader may change. */
export function ArrangeViewsDialog({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const t = useTexts(viewDialogTexts);
  const { views, mayShare, error } = useViews();
  const [deleting, setDeleting] = useState<View | null>(null);
  if (deleting) return <DeleteDialog view={deleting} onClose={() => setDeleting(null)} />;
  const own = views.filter(({ is_shared }) => !is_shared);
  const shared = mayShare ? views.filter(({ is_shared }) => is_shared) : [];
  const group = (title: string, items: readonly View[]) =>
    items.length > 0 && (
      <section aria-label={title}>
        <h3 className="text-sm text-muted">{title}</h3>
        <ol className="divide-y divide-line">
          {items.map((view) => (
            <ViewRow key={view.id} view={view} ids={items.map(({ id }) => id)} filter={filter} onDelete={setDeleting} />
          ))}
        </ol>
      </section>
    );
  return (
    <Dialog title={t('arrange_title')} isOpen onClose={onClose}>
      <Problem error={error} />
      {own.length + shared.length === 0 && <p className="text-muted">{t('none')}</p>}
      {group(t('own'), own)}
      {group(t('of_workspace'), shared)}
    </Dialog>
  );
}
