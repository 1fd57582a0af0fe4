<?php

// The parts of PSR-7, PSR-15, PSR-17 and Laravel that the adapters use. No package of them is installed with php-cli.
declare(strict_types=1);

namespace Psr\Http\Message {
    interface ResponseInterface
    {
    }
    interface ResponseFactoryInterface
    {
        public function createResponse(int $code = 200, string $reasonPhrase = ''): ResponseInterface;
    }
    interface StreamInterface extends \Stringable
    {
        public function isSeekable(): bool;

        public function rewind(): void;

        public function eof(): bool;

        public function read(int $length): string;
    }
    interface ServerRequestInterface
    {
        public function getBody(): StreamInterface;

        /** @return array<string, list<string>> */
        public function getHeaders(): array;
    }
}

namespace Psr\Http\Server {
    interface RequestHandlerInterface
    {
        public function handle(\Psr\Http\Message\ServerRequestInterface $request): \Psr\Http\Message\ResponseInterface;
    }
}

namespace Doubles {
    /** How many bytes of the bodies were read. */
    final class Reads
    {
        public static int $bytes = 0;
    }
    final class Response implements \Psr\Http\Message\ResponseInterface
    {
        public function __construct(public readonly int $status)
        {
        }
    }
    final class Responses implements \Psr\Http\Message\ResponseFactoryInterface
    {
        public function createResponse(int $code = 200, string $reasonPhrase = ''): Response
        {
            return new Response($code);
        }
    }
    final class Stream implements \Psr\Http\Message\StreamInterface
    {
        private int $at = 0;

        public function __construct(private readonly string $text)
        {
        }

        public function isSeekable(): bool
        {
            return true;
        }

        public function rewind(): void
        {
            $this->at = 0;
        }

        public function eof(): bool
        {
            return $this->at >= strlen($this->text);
        }

        public function read(int $length): string
        {
            $part = substr($this->text, $this->at, $length);
            $this->at += strlen($part);
            Reads::$bytes += strlen($part);
            return $part;
        }

        public function __toString(): string
        {
            $this->rewind();
            return $this->read(PHP_INT_MAX);
        }
    }
    final class ServerRequest implements \Psr\Http\Message\ServerRequestInterface
    {
        /** @param array<string, string> $headers */
        public function __construct(private readonly string $body, private readonly array $headers)
        {
        }

        public function getBody(): Stream
        {
            return new Stream($this->body);
        }

        public function getHeaders(): array
        {
            return array_map(static fn (string $value) => [$value], $this->headers);
        }
    }
}

namespace Illuminate\Http {
    final class Headers
    {
        /** @param array<string, string> $headers */
        public function __construct(private readonly array $headers)
        {
        }

        /** @return array<string, list<string>> */
        public function all(): array
        {
            return array_map(static fn (string $value) => [$value], $this->headers);
        }
    }
    final class Request
    {
        public readonly Headers $headers;
        /** @var resource|null */
        private mixed $stream = null;

        /** @param array<string, string> $headers */
        public function __construct(private readonly string $body, array $headers)
        {
            $this->headers = new Headers($headers);
        }

        /** @return string|resource */
        public function getContent(bool $asResource = false): mixed
        {
            if (!$asResource) {
                \Doubles\Reads::$bytes += strlen($this->body);
                return $this->body;
            }
            $stream = fopen('php://memory', 'r+');
            fwrite($stream, $this->body);
            rewind($stream);
            $this->stream = $stream;
            return $stream;
        }

        /** How far the body was read. */
        public function position(): int
        {
            return $this->stream === null ? \Doubles\Reads::$bytes : ftell($this->stream);
        }
    }
    final class Response
    {
        public function __construct(public readonly string $content, public readonly int $status)
        {
        }
    }
}
