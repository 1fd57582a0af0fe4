<?php

// Runs pieces of code, each of which may end with an error of the API, and prints the number of those that ended otherwise.
declare(strict_types=1);

require __DIR__ . '/../autoload.php';

foreach (json_decode($argv[1], true, 512, JSON_THROW_ON_ERROR) as $sample) {
    try {
        eval($sample);
        throw new LogicException("The API was not asked: $sample");
    } catch (Parley\ApiException) {
    }
}
echo json_encode('done');
