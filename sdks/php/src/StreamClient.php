<?php

declare(strict_types=1);

namespace Parley;

/** HTTP over PHP's own streams, which need no extension but openssl for https. Opens a connection for each request. */
final class StreamClient implements HttpClient
{
    public function send(string $method, string $url, array $headers, ?string $body, float $timeoutSeconds): HttpAnswer
    {
        $deadline = hrtime(true) / 1e9 + $timeoutSeconds;
        $lines = array_map(static fn (string $name) => "$name: $headers[$name]", array_keys($headers));
        $http = [
            'method' => $method,
            'header' => [...$lines, 'connection: close'],
            'timeout' => $timeoutSeconds,
            'follow_location' => 0,
            'ignore_errors' => true,
            'protocol_version' => 1.1,
        ];
        $reason = 'no answer';
        set_error_handler(static function (int $level, string $message) use (&$reason): bool {
            $reason = $message;
            return true;
        });
        try {
            $context = stream_context_create(['http' => $body === null ? $http : [...$http, 'content' => $body]]);
            $stream = fopen($url, 'rb', false, $context);
            if ($stream === false) {
                throw new ConnectionException("Parley cannot be reached: $reason");
            }
            try {
                return self::read($stream, $deadline);
            } finally {
                fclose($stream);
            }
        } finally {
            restore_error_handler();
        }
    }

    /** @param resource $stream */
    private static function read($stream, float $deadline): HttpAnswer
    {
        [$status, $headers] = self::readHead(stream_get_meta_data($stream)['wrapper_data']);
        $body = '';
        while (!feof($stream)) {
            $left = $deadline - hrtime(true) / 1e9;
            if ($left <= 0) {
                throw new ConnectionException('The answer is not complete in time.');
            }
            stream_set_timeout($stream, (int) $left, (int) (fmod($left, 1) * 1e6));
            $part = fread($stream, 65_536);
            if ($part === false) {
                break;
            }
            $body .= $part;
        }
        if (isset($headers['content-length']) && strlen($body) < (int) $headers['content-length']) {
            throw new ConnectionException('The connection ended before the answer was complete.');
        }
        return new HttpAnswer($status, $headers, $body);
    }

    /**
     * @param list<string> $lines
     * @return array{int, array<string, string>}
     */
    private static function readHead(array $lines): array
    {
        $status = 0;
        $headers = [];
        foreach ($lines as $line) {
            if (preg_match('~^HTTP/\S+ (\d+)~', $line, $found)) {
                $status = (int) $found[1];
                $headers = [];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower($name)] = trim($value);
            }
        }
        return [$status, $headers];
    }
}
