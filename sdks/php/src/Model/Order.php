<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string|null $catalogId
 */
final class Order extends \Parley\Model
{
    public readonly ?string $catalog_id;
    /** @var list<OrderItem> */
    public readonly array $items;

    protected function read(\stdClass $raw): void
    {
        $this->catalog_id = $raw->catalog_id ?? null;
        $this->items = array_map(static fn (mixed $item) => new OrderItem($item), $raw->items ?? throw self::missing('items'));
    }
}
