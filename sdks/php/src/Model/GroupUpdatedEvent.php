<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class GroupUpdatedEvent extends Event
{
    public readonly GroupUpdated $data;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->data = new GroupUpdated($raw->data);
    }
}
