<?php

// Runs calls of a client; prints the class and message of the error of each.
declare(strict_types=1);

require __DIR__ . '/../autoload.php';

$request = json_decode($argv[1], true, 512, JSON_THROW_ON_ERROR);
$client = new Parley\Client($request['url'], 'key');
$said = [];
foreach ($request['pieces'] as $piece) {
    try {
        eval("$piece;");
        $said[] = 'no error';
    } catch (Throwable $error) {
        $said[] = $error::class . ": {$error->getMessage()}";
    }
}
echo json_encode($said, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
