<?php

declare(strict_types=1);

namespace Parley;

/** Checks options before any call. No message has their values: an address or a key could be a secret. */
final class Configuration
{
    public static function userAgent(): string
    {
        return 'parley-php/' . Api\Resources::VERSION . ' (php ' . PHP_VERSION . ')';
    }

    /** The address of the API, without a slash at its end. */
    public static function baseUrl(?string $given): string
    {
        $value = self::required('baseUrl', 'PARLEY_BASE_URL', $given);
        if (!self::isAddress($value)) {
            throw new ConfigurationException('baseUrl must have the form https://host/tenant/api/messaging/.');
        }
        return rtrim($value, '/');
    }

    public static function apiKey(#[\SensitiveParameter] ?string $given): string
    {
        $value = self::required('apiKey', 'PARLEY_API_KEY', $given);
        if ($value === '') {
            throw new ConfigurationException('apiKey is empty: pass a key of the account, such as that of PARLEY_API_KEY.');
        }
        if (preg_match('/^[\x21-\x7e]+$/D', $value) !== 1) {
            throw new ConfigurationException('apiKey must consist of visible ASCII characters, without spaces and line breaks.');
        }
        return $value;
    }

    public static function idempotencyKey(string $given): string
    {
        if (preg_match('/^[\x20-\x7e]+$/D', $given) !== 1) {
            throw new ConfigurationException('idempotencyKey must consist of printable ASCII characters, at least one.');
        }
        return $given;
    }

    /** Only these schemes: PHP's own fopen() also opens files, data and programs. */
    public static function isAddress(string $url): bool
    {
        if (preg_match('~^https?://[\x21-\x7e]+$~iD', $url) !== 1) {
            return false;
        }
        $parts = parse_url($url);
        return isset($parts['host']) && array_intersect_key($parts, array_flip(['user', 'pass', 'query', 'fragment'])) === [];
    }

    private static function required(string $option, string $variable, #[\SensitiveParameter] ?string $given): string
    {
        $value = $given ?? getenv($variable);
        return $value !== false ? $value : throw new ConfigurationException("$option is missing: pass it, or set $variable.");
    }
}
