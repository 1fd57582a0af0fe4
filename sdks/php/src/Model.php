<?php

declare(strict_types=1);

namespace Parley;

/**
 * An object of an answer or event. Its properties have the names of the API, and those names in camelCase: `$message_id` and
 * `$messageId` are the same. Null stands for unknown or absent.
 */
abstract class Model implements \JsonSerializable
{
    /** @throws UnexpectedAnswerException */
    public function __construct(private readonly \stdClass $raw)
    {
        try {
            $this->read($raw);
        } catch (UnexpectedAnswerException $error) {
            throw $error;
        } catch (\TypeError | \Exception $error) {
            throw new UnexpectedAnswerException('The answer of Parley has an unexpected ' . self::nameOf() . ": {$error->getMessage()}", 0, $error);
        }
    }

    /** A property by its name in camelCase. */
    public function __get(string $name): mixed
    {
        $property = self::toSnake($name);
        return $property !== $name && property_exists($this, $property)
            ? $this->$property
            : throw new \LogicException(self::nameOf() . " has no property $name.");
    }

    public function __isset(string $name): bool
    {
        $property = self::toSnake($name);
        return $property !== $name && isset($this->$property);
    }

    /** Reads the properties from the object as it arrived. */
    abstract protected function read(\stdClass $raw): void;

    protected static function missing(string $name): UnexpectedAnswerException
    {
        return new UnexpectedAnswerException("The answer of Parley has no $name in its " . self::nameOf() . '.');
    }

    private static function nameOf(): string
    {
        return substr(strrchr(static::class, '\\'), 1);
    }

    private static function toSnake(string $name): string
    {
        return strtolower(preg_replace('/[A-Z]/', '_$0', $name));
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
