import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperationError } from '../../api/call-gateway.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { storyTexts } from '../../texts/stories.ts';
import { ListFrame } from '../lists/list-frame.tsx';
import { ListScreen } from '../lists/list-screen.tsx';
import { ListSection } from '../lists/list-section.tsx';
import { Listing } from '../lists/listing.tsx';
import { RowButton } from '../lists/row-button.tsx';
import { SearchedList } from '../lists/searched-list.tsx';
import { Table } from '../lists/table.tsx';
import { Badge } from '../marks/badge.tsx';
import { EmptyPageStory } from './content.tsx';

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
  const create = { title: t('action'), dialog: () => null };
  return <ListScreen {...useList()} title={t('title')} create={create} empty={[t('title'), t('text')]} />;
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
