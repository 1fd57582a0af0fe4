<?php

// Makes the archive of the package, as `composer archive --format=zip` does: `php pack.php FOLDER` prints its path.
declare(strict_types=1);

$package = json_decode(file_get_contents(__DIR__ . '/composer.json'), true, 512, JSON_THROW_ON_ERROR);
$file = $argv[1] . '/' . strtr($package['name'], '/', '-') . "-{$package['version']}.zip";
$archive = new PharData($file);
$excluded = array_map(static fn (string $path) => __DIR__ . $path, $package['archive']['exclude']);
$files = new RecursiveIteratorIterator(new RecursiveCallbackFilterIterator(
    new RecursiveDirectoryIterator(__DIR__, FilesystemIterator::SKIP_DOTS),
    static fn (SplFileInfo $entry) => !in_array($entry->getPathname(), $excluded, true),
));
$archive->buildFromIterator($files, __DIR__);
echo $file, "\n";
