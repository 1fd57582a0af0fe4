<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class Order extends \Parley\Model
{
    public readonly ?string $catalog_id;
    /** @var list<OrderItem> */
    public readonly array $items;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->catalog_id = $raw->catalog_id ?? null;
        $this->items = array_map(static fn (mixed $item) => new OrderItem($item), $raw->items);
    }
}
