<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class TemplateStatusEvent extends Event
{
    public readonly TemplateStatus $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new TemplateStatus($raw->data ?? throw self::missing('data'));
    }
}
