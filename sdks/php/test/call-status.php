<?php

// Calls account.status, and prints the class of the error.
declare(strict_types=1);

require __DIR__ . '/../autoload.php';

$request = json_decode($argv[1], true, 512, JSON_THROW_ON_ERROR);
try {
    (new Parley\Client($request['url'], 'key', timeoutSeconds: $request['timeout'], maxRetries: 0))->account->status();
    echo json_encode(null);
} catch (Parley\ParleyException $error) {
    echo json_encode($error::class);
}
