<?php

// Posts a body to one of the adapters, and prints its status and the ids of the handled events.
declare(strict_types=1);

require __DIR__ . '/../autoload.php';
require __DIR__ . '/framework-doubles.php';

$request = json_decode($argv[1], true, 512, JSON_THROW_ON_ERROR);
$events = [];
$errors = [];
$handler = new Parley\WebhookHandler(
    $request['secret'],
    static function (Parley\Model\Event $event) use (&$events, $request): void {
        $events[] = [$event::class, $event->id];
        if ($request['throws']) {
            throw new RuntimeException('The database is away.');
        }
    },
    toleranceSeconds: PHP_INT_MAX,
    maxBytes: $request['max_bytes'],
    onError: static function (Throwable $error) use (&$errors): void {
        $errors[] = $error->getMessage();
    },
);
['body' => $body, 'headers' => $headers] = $request;
$body .= str_repeat(' ', $request['padding']);
$status = match ($request['adapter']) {
    'handler' => $handler->handle($body, $headers),
    'psr15' => (new Parley\Psr15Webhook($handler, new Doubles\Responses()))->handle(new Doubles\ServerRequest($body, $headers))->status,
    'laravel' => (new Parley\LaravelWebhook($handler))->handle($laravel = new Illuminate\Http\Request($body, $headers))->status,
};
$read = isset($laravel) ? $laravel->position() : Doubles\Reads::$bytes;
echo json_encode(['status' => $status, 'events' => $events, 'errors' => $errors, 'read' => $read]);
