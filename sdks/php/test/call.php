<?php

// Makes a client and calls it; prints the result, or the class and message of the error, and the retries.
declare(strict_types=1);

require __DIR__ . '/../autoload.php';

set_error_handler(static fn (int $level, string $message) => throw new ErrorException($message));
$request = json_decode($argv[1], true, 512, JSON_THROW_ON_ERROR);
$retries = [];
try {
    $options = $request['options'] ?? [];
    $options['onRetry'] = static function (Parley\Retry $retry) use (&$retries): void {
        $retries[] = (string) $retry;
    };
    $client = new Parley\Client($request['url'] ?? null, $request['key'] ?? null, ...$options);
    if (isset($request['idempotencyKey'])) {
        $send = ['channel' => 'wd', 'to' => '1', 'message' => 'x'];
        $key = new Parley\CallOptions(idempotencyKey: $request['idempotencyKey']);
        $answer = $client->messages->send(...$send, options: $key);
        $result = [$answer->message_id, $answer->messageId, $answer->conversationId, isset($answer->messageId), isset($answer->sendAt)];
    } else {
        $result = $client->account->status();
    }
    echo json_encode(['result' => $result, 'retries' => $retries]);
} catch (Parley\ParleyException $error) {
    echo json_encode(['error' => $error::class, 'message' => $error->getMessage(), 'retries' => $retries]);
}
