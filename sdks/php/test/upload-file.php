<?php

// Uploads a file in each form, or in one that is refused; prints the ids of the uploads, or the message of the error.
declare(strict_types=1);

require __DIR__ . '/../autoload.php';

$request = json_decode($argv[1], true, 512, JSON_THROW_ON_ERROR);
$files = (new Parley\Client($request['url'], 'key'))->files;
try {
    if ($request['isRefused'] ?? false) {
        $files->uploadFile($request['file'] ?? new SplFileInfo('/nowhere/a.pdf'));
    }
    $stream = fopen($request['path'], 'rb');
    fseek($stream, 5);
    echo json_encode([
        $files->uploadFile(file_get_contents($request['path']), name: 'a&b.pdf')->uploadId,
        $files->uploadFile(new SplFileInfo($request['path']))->uploadId,
        $files->uploadFile($stream)->uploadId,
    ]);
} catch (Parley\ParleyException $error) {
    echo json_encode($error->getMessage());
}
