<?php

// Loads the classes of Parley in a program without Composer.
spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/src/' . strtr(substr($class, strlen('Parley\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'Parley\\') && is_file($file)) {
        require $file;
    }
});
