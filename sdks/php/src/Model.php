<?php

declare(strict_types=1);

namespace Parley;

/** An object of an answer or event. Its properties have the names of the API; null stands for unknown or absent. */
abstract class Model implements \JsonSerializable
{
    public function __construct(private readonly \stdClass $raw)
    {
    }

    /** The object as it arrived, with members that this version does not know. */
    public function jsonSerialize(): \stdClass
    {
        return $this->raw;
    }

    /** @return array<string, mixed> The same as an array. */
    public function toArray(): array
    {
        return self::toPlain($this->raw);
    }

    /** Turns JSON objects into arrays, at every depth. */
    protected static function toPlain(mixed $value): mixed
    {
        return json_decode(json_encode($value, JSON_THROW_ON_ERROR), true, 512, JSON_THROW_ON_ERROR);
    }
}
