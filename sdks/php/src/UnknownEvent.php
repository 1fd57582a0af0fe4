<?php

declare(strict_types=1);

namespace Parley;

/** An event of a type that this version does not know. */
final class UnknownEvent extends Model\Event
{
    /** @var array<string, mixed> */
    public readonly array $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = self::toPlain($raw->data ?? new \stdClass());
    }
}
