<?php

declare(strict_types=1);

namespace Parley;

/**
 * A list: `first()` is its first page, `foreach` iterates over the entries of all pages. A page is read when it is needed.
 *
 * @template Page
 * @template Item
 * @implements \IteratorAggregate<int, Item>
 */
final class PagedList implements \IteratorAggregate
{
    /**
     * @param \Closure(string|null): Page $read
     * @param \Closure(Page): (string|null) $nextOf Position of the next page; null after the last one
     * @param \Closure(Page): list<Item> $itemsOf
     */
    public function __construct(
        private readonly \Closure $read,
        private readonly \Closure $nextOf,
        private readonly \Closure $itemsOf,
        private readonly ?string $start,
    ) {
    }

    /** @return Page */
    public function first(): Model
    {
        return ($this->read)($this->start);
    }

    /** @return \Generator<int, Page> Every page, one call each. */
    public function pages(): \Generator
    {
        $position = $this->start;
        do {
            $page = ($this->read)($position);
            yield $page;
            $position = ($this->nextOf)($page);
        } while ($position !== null);
    }

    /** @return \Generator<int, Item> */
    public function getIterator(): \Generator
    {
        foreach ($this->pages() as $page) {
            foreach (($this->itemsOf)($page) as $item) {
                yield $item;
            }
        }
    }
}
