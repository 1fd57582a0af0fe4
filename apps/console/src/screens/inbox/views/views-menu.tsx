import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { withTexts } from '../../../i18n/load-texts.ts';
import { viewsTexts } from '../../../texts/inbox.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { PopupButton } from '../../../ui/buttons/popup-button.tsx';
import { loadPart } from '../../../ui/load-part.tsx';
import { FIRST_FILTER, type Filter } from '../filters/filters.ts';
import { useViews, type View } from './use-views.ts';

const OpenedActions = loadPart(() =>
  import('../../../ui/buttons/opened-actions.tsx').then((file) => file.OpenedActions),
);
const SaveViewDialog = lazy(() =>
  withTexts(import('./save-view-dialog.tsx'), 'inbox-more').then((file) => ({ default: file.SaveViewDialog })),
);
const ArrangeViewsDialog = lazy(() =>
  withTexts(import('./arrange-views-dialog.tsx'), 'inbox-more').then((file) => ({ default: file.ArrangeViewsDialog })),
);

interface Props {
  /** The view that the list shows. */
  view: View | undefined;
  filter: Filter;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onPick: (view: View) => void;
  onFilter: (filter: Filter) => void;
}

/** Picks a saved view, saves the filters as one, and arranges them. */
export function ViewsMenu({ view, filter, isOpen, onOpen, onPick, onFilter }: Props) {
  const t = useTexts(viewsTexts);
  const { views, mayShare } = useViews();
  const [dialog, setDialog] = useState<'save' | 'arrange' | null>(null);
  const close = (): void => setDialog(null);
  const mayArrange = views.some(({ is_shared }) => !is_shared || mayShare);
  const actions = [
    { title: t('all_open'), run: () => onFilter(FIRST_FILTER) },
    ...views.map((one) => ({ id: one.id, title: one.name, run: () => onPick(one) })),
    { id: 'save', title: t('save'), run: () => setDialog('save') },
    ...(mayArrange ? [{ id: 'arrange', title: t('arrange'), run: () => setDialog('arrange') }] : []),
  ];
  const button = {
    'aria-label': view ? `${t('views')}: ${view.name}` : t('views'),
    className: `${buttonClass('quiet')} min-w-0`,
    children: (
      <>
        <bdi className="truncate">{view?.name ?? t('views')}</bdi>
        <ChevronDown aria-hidden className="size-4 shrink-0" />
      </>
    ),
  };
  return (
    <>
      <PopupButton popup="menu" load={OpenedActions.load} button={button} isOpen={isOpen} onOpen={() => onOpen(true)}>
        <OpenedActions
          button={button}
          actions={actions}
          width="min-w-48 max-w-80"
          open={isOpen}
          onOpenChange={onOpen}
        />
      </PopupButton>
      <Suspense>
        {dialog === 'save' && (
          <SaveViewDialog
            filter={filter}
            mayShare={mayShare}
            onSaved={(saved) => {
              close();
              onPick(saved);
            }}
            onClose={close}
          />
        )}
        {dialog === 'arrange' && <ArrangeViewsDialog filter={filter} onClose={close} />}
      </Suspense>
    </>
  );
}
