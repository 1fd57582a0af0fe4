<?php

declare(strict_types=1);

namespace Parley;

/** Verifies and handles posted events, for any framework. Psr15Webhook and LaravelWebhook adapt it. */
final class WebhookHandler
{
    /**
     * @param string|list<string> $secret The webhook secret of the key, or several during a rotation
     * @param \Closure(Model\Event): void $onEvent Handles an event, which can arrive twice: de-duplicate by `$event->id`.
     *     If it throws, Parley posts the event again
     * @param (\Closure(\Throwable): void)|null $onError Called with the error that `onEvent` threw
     */
    public function __construct(
        #[\SensitiveParameter] private readonly string|array $secret,
        private readonly \Closure $onEvent,
        private readonly string $scheme = Webhook::STANDARD,
        private readonly int $toleranceSeconds = 300,
        public readonly int $maxBytes = 5_000_000,
        private readonly ?\Closure $onError = null,
    ) {
    }

    /**
     * Returns the HTTP status to answer: 204, 401 to a forged request, 413, or 500 when `onEvent` threw.
     *
     * @param array<string, string|list<string>> $headers
     */
    public function handle(string $rawBody, array $headers): int
    {
        if (strlen($rawBody) > $this->maxBytes) {
            return 413;
        }
        try {
            $event = Webhook::verify($rawBody, $headers, $this->secret, $this->scheme, $this->toleranceSeconds);
        } catch (WebhookException $error) {
            return $error->problem === 'invalid_secret' ? throw $error : 401;
        }
        try {
            ($this->onEvent)($event);
            return 204;
        } catch (\Throwable $error) {
            if ($this->onError !== null) {
                ($this->onError)($error);
            }
            return 500;
        }
    }
}
