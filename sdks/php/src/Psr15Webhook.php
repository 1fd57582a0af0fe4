<?php

declare(strict_types=1);

namespace Parley;

use Psr\Http\Message\ResponseFactoryInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\RequestHandlerInterface;

/** A PSR-15 request handler: `$app->post('/parley', new Psr15Webhook(new WebhookHandler(…), $responseFactory))`. */
final class Psr15Webhook implements RequestHandlerInterface
{
    public function __construct(
        private readonly WebhookHandler $handler,
        private readonly ResponseFactoryInterface $responses,
    ) {
    }

    public function handle(ServerRequestInterface $request): ResponseInterface
    {
        return $this->responses->createResponse($this->handler->handle((string) $request->getBody(), $request->getHeaders()));
    }

    public function __invoke(ServerRequestInterface $request): ResponseInterface
    {
        return $this->handle($request);
    }
}
