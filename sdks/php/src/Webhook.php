<?php

declare(strict_types=1);

namespace Parley;

/** Verification of posted events. */
final class Webhook
{
    /** `webhook-signature`, which covers the time. */
    public const STANDARD = 'standard';
    /**
     * `X-Service-Signature`, which covers only the body. Use it where a proxy removes the other headers, and de-duplicate
     * by the event's id, because an old request can be replayed.
     */
    public const SERVICE = 'service';

    private const SECRET_PREFIX = 'whsec_';
    /** Parley sends one signature, two during a rotation. */
    private const SIGNATURES_MAX = 5;
    /** In characters. */
    private const SIGNATURE_HEADER_MAX = 1000;

    /**
     * Checks that Parley signed the body, and returns the event. Errors: WebhookException.
     *
     * @param string $rawBody The body as it arrived, before any parsing
     * @param array<string, string|list<string>> $headers Names in any case, as of getallheaders()
     * @param string|list<string> $secret The webhook secret of the key, or several during a rotation
     * @param self::STANDARD|self::SERVICE $scheme
     * @param int $toleranceSeconds Seconds by which the time of the attempt may differ from now
     * @param \DateTimeInterface|null $now Default: the machine's clock
     */
    public static function verify(
        string $rawBody,
        array $headers,
        #[\SensitiveParameter] string|array $secret,
        string $scheme = self::STANDARD,
        int $toleranceSeconds = 300,
        ?\DateTimeInterface $now = null,
    ): Model\Event {
        $headers = self::normalise($headers);
        $expected = $scheme === self::SERVICE
            ? self::serviceSignatures($rawBody, (array) $secret)
            : self::standardSignatures($rawBody, $headers, (array) $secret, $toleranceSeconds, $now?->getTimestamp() ?? time());
        $given = $scheme === self::SERVICE
            ? [self::require($headers, 'x-service-signature'), $headers['x-service-signature-previous'] ?? '']
            : self::splitSignatures(self::require($headers, 'webhook-signature'));
        $isSigned = false;
        foreach ($expected as $signature) {
            foreach ($given as $candidate) {
                $isSigned = hash_equals($signature, $candidate) || $isSigned;
            }
        }
        if (!$isSigned) {
            throw new WebhookException('invalid_signature', 'No signature matches this body and secret.');
        }
        $event = json_decode($rawBody);
        if (!$event instanceof \stdClass) {
            throw new WebhookException('invalid_body', 'The body is not a JSON object.');
        }
        return Model\Event::of($event);
    }

    /**
     * @param array<string, string> $headers
     * @param list<string> $secrets
     * @return list<string>
     */
    private static function standardSignatures(string $body, array $headers, array $secrets, int $tolerance, int $now): array
    {
        $id = self::require($headers, 'webhook-id');
        $timestamp = self::require($headers, 'webhook-timestamp');
        self::require($headers, 'webhook-signature');
        if (!ctype_digit($timestamp) || abs($now - (int) $timestamp) > $tolerance) {
            throw new WebhookException('invalid_timestamp', "The time of the attempt is more than $tolerance s away.");
        }
        $keys = array_map(
            static fn (string $secret) => base64_decode(str_starts_with($secret, self::SECRET_PREFIX) ? substr($secret, strlen(self::SECRET_PREFIX)) : $secret, true),
            $secrets,
        );
        return array_map(
            static fn (string $key) => 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true)),
            self::checkKeys($keys),
        );
    }

    /**
     * @param list<string> $secrets
     * @return list<string>
     */
    private static function serviceSignatures(string $body, array $secrets): array
    {
        return array_map(static fn (string $key) => 'sha256=' . hash_hmac('sha256', $body, $key), self::checkKeys($secrets));
    }

    /** @return list<string> */
    private static function splitSignatures(string $header): array
    {
        $entries = strlen($header) > self::SIGNATURE_HEADER_MAX ? [] : preg_split('/\s+/', $header, -1, PREG_SPLIT_NO_EMPTY);
        return array_slice($entries, 0, self::SIGNATURES_MAX);
    }

    /**
     * @param list<string|false> $keys
     * @return list<string>
     */
    private static function checkKeys(array $keys): array
    {
        if ($keys === [] || in_array('', $keys, true) || in_array(false, $keys, true)) {
            throw new WebhookException('invalid_secret', 'A secret has the form whsec_…, as created with the key.');
        }
        return $keys;
    }

    /**
     * @param array<string, string|list<string>> $headers
     * @return array<string, string>
     */
    private static function normalise(array $headers): array
    {
        $values = array_map(static fn (string|array $value) => is_array($value) ? implode(' ', $value) : $value, $headers);
        return array_change_key_case($values);
    }

    /** @param array<string, string> $headers */
    private static function require(array $headers, string $name): string
    {
        $value = $headers[$name] ?? '';
        return $value !== '' ? $value : throw new WebhookException('missing_header', "The header $name is missing.");
    }
}
