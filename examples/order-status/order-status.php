<?php

// Answers customers who write "order 1042" with the status of that order. It pulls events, so it needs no public address:
//   PARLEY_BASE_URL=… PARLEY_API_KEY=… php examples/order-status/order-status.php
// The first start handles only later events. With --once it ends when every event is handled, for example in a cron job.
// PARLEY_CURSOR_FILE names the file that keeps the position.

declare(strict_types=1);

use Parley\ApiException;
use Parley\CallOptions;
use Parley\Client;
use Parley\CursorStore;
use Parley\Model\MessageReceived;
use Parley\Model\MessageReceivedEvent;
use Parley\ParleyException;

require __DIR__ . '/../../sdks/php/autoload.php';

const ORDERS = ['1042' => 'on its way', '1043' => 'being packed'];

final class FileCursor implements CursorStore
{
    public function __construct(private readonly string $file)
    {
    }

    public function load(): ?string
    {
        return is_file($this->file) ? file_get_contents($this->file) : null;
    }

    /** Renames a whole file, so that a crash leaves the old position or the new one. */
    public function save(string $cursor): void
    {
        file_put_contents("$this->file.new", $cursor);
        rename("$this->file.new", $this->file);
    }
}

function answerTo(string $text): ?string
{
    if (preg_match('/\border\s+#?(\d+)/i', $text, $found) !== 1) {
        return null;
    }
    $status = ORDERS[$found[1]] ?? null;
    return $status === null ? "We have no order $found[1]." : "Your order $found[1] is $status.";
}

/** The key is made from the event: an event that is handled twice, after a crash, is answered once. */
function answer(Client $client, string $eventId, MessageReceived $message): void
{
    $text = answerTo($message->text);
    if ($text === null) {
        return;
    }
    try {
        $client->messages->send(
            channel: $message->channel,
            to: $message->from,
            message: $text,
            from: $message->account->id,
            options: new CallOptions(idempotencyKey: "order-status-$eventId"),
        );
        echo "$message->from: $text\n";
    } catch (ApiException $error) {
        // Another message would fail as well: ends, and the event is handled again. Other refusals, and a platform whose
        // outcome is unknown (provider_timeout), concern only this message.
        if (in_array($error->status, [401, 402, 403, 429, 500, 503], true)) {
            throw $error;
        }
        fwrite(STDERR, "$message->from: {$error->getMessage()}\n");
    }
}

$client = new Client(getenv('PARLEY_BASE_URL'), getenv('PARLEY_API_KEY'));
$events = $client->events->pull(
    cursor: new FileCursor(getenv('PARLEY_CURSOR_FILE') ?: sys_get_temp_dir() . '/order-status.cursor'),
    fromLatest: true,
    follow: !in_array('--once', $argv, true),
    onError: static fn (ParleyException $error) => fwrite(STDERR, $error->getMessage() . "\n"),
);
foreach ($events as $event) {
    if ($event instanceof MessageReceivedEvent) {
        answer($client, $event->id, $event->data);
    }
}
