import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperationError } from '../../api/call-gateway.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { ListFrame } from '../list-frame.tsx';
import { ListScreen } from '../list-screen.tsx';
import { ListSection } from '../list-section.tsx';
import { Listing } from '../listing.tsx';
import { RowButton } from '../row-button.tsx';
import { SearchedList } from '../searched-list.tsx';
import { Table } from '../table.tsx';
import { EmptyPageStory } from './content.tsx';
import { storyTexts } from './texts.ts';

interface Shop {
  name: string;
  isOpen: boolean;
}

const useShops = () => {
  const t = useTexts(storyTexts);
  return {
    caption: t('title'),
    columns: [
      { title: t('name'), show: ({ name }: Shop) => name },
      {
        title: t('title'),
        show: ({ isOpen }: Shop) => <Badge look={isOpen ? 'good' : 'bad'}>{t(isOpen ? 'good' : 'bad')}</Badge>,
      },
    ],
    keyOf: ({ name }: Shop) => name,
    items: [
      { name: t('first'), isOpen: true },
      { name: t('second'), isOpen: false },
    ],
  };
};

export const TableStory = () => <Table {...useShops()} />;

export function SortButtonStory() {
  const { columns, ...shops } = useShops();
  const [sorting, setSorting] = useState({ by: shops.caption, isDescending: false });
  const onSort = (by: string): void => setSorting((before) => ({ by, isDescending: !before.isDescending }));
  const sortable = columns.map((column) => ({ ...column, sort: column.title }));
  return <Table {...shops} columns={sortable} sorting={{ ...sorting, onSort }} />;
}

function useList() {
  const { items, ...shops } = useShops();
  const list = useInfiniteQuery<Shop[], OperationError, Shop[], readonly unknown[], number>({
    queryKey: ['story', items],
    queryFn: async ({ pageParam }) => items.slice(pageParam, pageParam + 1),
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => (pages.length < items.length ? pages.length : undefined),
    select: ({ pages }) => pages.flat(),
  });
  return { list, ...shops };
}

export function RowButtonStory() {
  const t = useTexts(storyTexts);
  return (
    <RowButton label={t('title')} isOpen={false} onClick={() => {}}>
      {t('title')}
    </RowButton>
  );
}

export const ListFrameStory = () => (
  <ListFrame list={useList().list} empty={<EmptyPageStory />}>
    {(shops) => shops.map(({ name }) => <p key={name}>{name}</p>)}
  </ListFrame>
);

export const ListingStory = () => <Listing {...useList()} empty={<EmptyPageStory />} />;

export function ListScreenStory() {
  const t = useTexts(storyTexts);
  const create = <Button look="primary">{t('action')}</Button>;
  return <ListScreen {...useList()} title={t('title')} create={create} emptyTitle={t('title')} emptyLead={t('text')} />;
}

export function SearchedListStory() {
  const t = useTexts(storyTexts);
  const { caption, ...shops } = useList();
  const search = {
    input: { q: '', sort: 'name', descending: false },
    sorting: { by: 'name', isDescending: false, onSort: () => {} },
    field: { dir: 'ltr', maxLength: 60, value: '', onChange: () => {} },
  } as const;
  const texts = [t('title'), t('text')] as const;
  return (
    <SearchedList {...shops} title={caption} search={search} searchLabel={t('name')} empty={texts} noMatch={texts} />
  );
}

export function ListSectionStory() {
  const t = useTexts(storyTexts);
  const { caption, ...shops } = useList();
  return <ListSection {...shops} title={caption} lead={t('lead')} empty={t('text')} />;
}
