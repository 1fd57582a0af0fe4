<?php

// Sends a request by the StreamClient alone; prints the class of the error.
declare(strict_types=1);

require __DIR__ . '/../autoload.php';

$request = json_decode($argv[1], true, 512, JSON_THROW_ON_ERROR);
try {
    (new Parley\StreamClient())->send('GET', $request['url'], $request['headers'], null, 5);
    echo json_encode(null);
} catch (Parley\ParleyException $error) {
    echo json_encode($error::class);
}
