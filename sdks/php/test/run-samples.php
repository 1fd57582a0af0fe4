<?php

// Runs pieces of code, each of which must end with an error of the API; then prints "done".
declare(strict_types=1);

require __DIR__ . '/../autoload.php';

foreach (json_decode($argv[1], true, 512, JSON_THROW_ON_ERROR) as $sample) {
    try {
        eval($sample);
        throw new LogicException("The sample called nothing: $sample");
    } catch (Parley\ApiException) {
    }
}
echo json_encode('done');
