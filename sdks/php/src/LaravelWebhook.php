<?php

declare(strict_types=1);

namespace Parley;

use Illuminate\Http\Request;
use Illuminate\Http\Response;

/** `Route::post('/parley', (new LaravelWebhook(new WebhookHandler(…)))->handle(...))` in routes/api.php, which checks no CSRF token. */
final class LaravelWebhook
{
    public function __construct(private readonly WebhookHandler $handler)
    {
    }

    public function handle(Request $request): Response
    {
        // One byte beyond the limit is enough to refuse the rest.
        $body = stream_get_contents($request->getContent(true), $this->handler->maxBytes + 1);
        return new Response('', $this->handler->handle((string) $body, $request->headers->all()));
    }
}
