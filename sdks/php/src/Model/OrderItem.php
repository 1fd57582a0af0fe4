<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $productId
 */
final class OrderItem extends \Parley\Model
{
    public readonly string $product_id;
    public readonly int|float|null $quantity;
    /** The price of one piece */
    public readonly int|float|null $price;
    public readonly ?string $currency;

    protected function read(\stdClass $raw): void
    {
        $this->product_id = $raw->product_id ?? throw self::missing('product_id');
        $this->quantity = $raw->quantity ?? null;
        $this->price = $raw->price ?? null;
        $this->currency = $raw->currency ?? null;
    }
}
