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
        public function __construct(private readonly string $text)
        {
        }

        public function __toString(): string
        {
            return $this->text;
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

        /** @param array<string, string> $headers */
        public function __construct(private readonly string $body, array $headers)
        {
            $this->headers = new Headers($headers);
        }

        public function getContent(): string
        {
            return $this->body;
        }
    }
    final class Response
    {
        public function __construct(public readonly string $content, public readonly int $status)
        {
        }
    }
}
