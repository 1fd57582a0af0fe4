<?php

declare(strict_types=1);

namespace Parley;

use Psr\Http\Message\ResponseFactoryInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Message\StreamInterface;
use Psr\Http\Server\RequestHandlerInterface;

/** A PSR-15 request handler: `$app->post('/parley', new Psr15Webhook(new WebhookHandler(…), $responseFactory))`. */
final class Psr15Webhook implements RequestHandlerInterface
{
    private const CHUNK_BYTES = 65_536;

    public function __construct(
        private readonly WebhookHandler $handler,
        private readonly ResponseFactoryInterface $responses,
    ) {
    }

    public function handle(ServerRequestInterface $request): ResponseInterface
    {
        return $this->responses->createResponse($this->handler->handle($this->read($request->getBody()), $request->getHeaders()));
    }

    /** The body, at most to the first chunk that ends beyond the limit. */
    private function read(StreamInterface $body): string
    {
        if ($body->isSeekable()) {
            $body->rewind();
        }
        $read = '';
        while (strlen($read) <= $this->handler->maxBytes && !$body->eof()) {
            $read .= $body->read(self::CHUNK_BYTES);
        }
        return $read;
    }

    public function __invoke(ServerRequestInterface $request): ResponseInterface
    {
        return $this->handle($request);
    }
}
