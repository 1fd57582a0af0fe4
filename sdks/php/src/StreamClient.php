<?php

declare(strict_types=1);

namespace Parley;

/** HTTP over PHP's own streams, which need no extension but openssl for https. Opens a connection for each request. */
final class StreamClient implements HttpClient
{
    public function send(string $method, string $url, array $headers, ?string $body, float $timeoutSeconds): HttpAnswer
    {
        // Without the query, which may have any character but those of a line break.
        if (!Configuration::isAddress(strtok($url, '?')) || preg_match('/[\x00-\x20\x7f]/', $url) === 1) {
            throw new ConfigurationException('A request goes to an address of http or https, without spaces and line breaks.');
        }
        foreach ([$method, ...array_keys($headers), ...$headers] as $text) {
            if (preg_match('/^[\x20-\x7e]*$/D', $text) !== 1) {
                throw new ConfigurationException('A header must consist of printable ASCII characters: a line break would begin another header.');
            }
        }
        $deadline = hrtime(true) / 1e9 + $timeoutSeconds;
        $lines = array_map(static fn (string $name) => "$name: $headers[$name]", array_keys($headers));
        $http = [
            'method' => $method,
            'header' => [...$lines, 'connection: close'],
            'timeout' => $timeoutSeconds,
            'follow_location' => 0,
            'ignore_errors' => true,
            'protocol_version' => 1.1,
            // With it, a read of a chunked answer returns only at its end, however late that is.
            'auto_decode' => false,
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
        do {
            $left = max(0.0, $deadline - hrtime(true) / 1e9);
            stream_set_timeout($stream, (int) $left, (int) (fmod($left, 1) * 1e6));
            $body .= fread($stream, 65_536);
            if ($left <= 0 || stream_get_meta_data($stream)['timed_out']) {
                throw new ConnectionException('The answer is not complete in time.');
            }
        } while (!feof($stream));
        $isChunked = strtolower($headers['transfer-encoding'] ?? '') === 'chunked';
        $isWhole = $isChunked ? str_ends_with($body, "0\r\n\r\n") : strlen($body) >= (int) ($headers['content-length'] ?? 0);
        if (!$isWhole) {
            throw new ConnectionException('The connection ended before the answer was complete.');
        }
        $body = $isChunked ? self::joinChunks($body) : $body;
        return new HttpAnswer($status, $headers, $body);
    }

    private static function joinChunks(string $chunks): string
    {
        $joined = fopen('php://memory', 'w+b');
        stream_filter_append($joined, 'dechunk', STREAM_FILTER_WRITE);
        fwrite($joined, $chunks);
        rewind($joined);
        return stream_get_contents($joined);
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
