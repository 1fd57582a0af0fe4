<?php

declare(strict_types=1);

namespace Parley;

/** Stores the id of the last handled event, for example in a file or a database row. */
interface CursorStore
{
    public function load(): ?string;

    public function save(string $cursor): void;
}
