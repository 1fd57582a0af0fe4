<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class Pricing extends \Parley\Model
{
    public readonly ?string $category;
    public readonly ?bool $billable;
    public readonly ?string $model;
    /** Such as regular or free_customer_service; null if Meta does not report it */
    public readonly ?string $type;

    protected function read(\stdClass $raw): void
    {
        $this->category = $raw->category ?? null;
        $this->billable = $raw->billable ?? null;
        $this->model = $raw->model ?? null;
        $this->type = $raw->type ?? null;
    }
}
