<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class Product extends \Parley\Model
{
    public readonly string $product_id;
    public readonly ?string $catalog_id;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->product_id = $raw->product_id;
        $this->catalog_id = $raw->catalog_id ?? null;
    }
}
