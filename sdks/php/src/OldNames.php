<?php

declare(strict_types=1);

namespace Parley;

/** Arguments by their names in the API, beside the parameters in camelCase. */
final class OldNames
{
    /**
     * The required and the optional members of an input. As with parameters of PHP, a missing argument is an
     * `ArgumentCountError`, and an unknown one or one that is given twice an `Error`.
     *
     * @param array<string, mixed> $required By name in the API; false stands for a missing one
     * @param array<string, mixed> $optional By name in the API; null stands for one that is not given
     * @param array<int|string, mixed> $named By name in the API
     * @return array{array<string, mixed>, array<string, mixed>}
     */
    public static function join(string $method, array $required, array $optional, array $named): array
    {
        foreach ($named as $name => $value) {
            // PHP ignores further arguments without a name.
            if (!is_string($name)) {
                continue;
            }
            if (self::toCamel($name) === $name || !array_key_exists($name, $required + $optional)) {
                throw new \Error("Unknown named parameter \$$name of $method()");
            }
            $isRequired = array_key_exists($name, $required);
            if ($isRequired ? $required[$name] !== false : $optional[$name] !== null) {
                throw new \Error("Named parameter \$$name overwrites the argument " . self::toCamel($name) . " of $method()");
            }
            if ($isRequired) {
                $required[$name] = $value;
            } else {
                $optional[$name] = $value;
            }
        }
        foreach ($required as $name => $value) {
            if ($value === false) {
                throw new \ArgumentCountError("$method() needs the argument " . self::toCamel($name));
            }
        }
        return [$required, $optional];
    }

    private static function toCamel(string $name): string
    {
        return lcfirst(str_replace('_', '', ucwords($name, '_')));
    }
}
