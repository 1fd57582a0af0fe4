<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $productId
 * @property-read string|null $catalogId
 */
final class Product extends \Parley\Model
{
    public readonly string $product_id;
    public readonly ?string $catalog_id;

    protected function read(\stdClass $raw): void
    {
        $this->product_id = $raw->product_id ?? throw self::missing('product_id');
        $this->catalog_id = $raw->catalog_id ?? null;
    }
}
