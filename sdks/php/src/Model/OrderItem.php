<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class OrderItem extends \Parley\Model
{
    public readonly string $product_id;
    public readonly int|float|null $quantity;
    /** Of one piece */
    public readonly int|float|null $price;
    public readonly ?string $currency;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->product_id = $raw->product_id;
        $this->quantity = $raw->quantity ?? null;
        $this->price = $raw->price ?? null;
        $this->currency = $raw->currency ?? null;
    }
}
