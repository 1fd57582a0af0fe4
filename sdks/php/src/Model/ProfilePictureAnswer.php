<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ProfilePictureAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $address;
    public readonly ?ProfilePicture $picture;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->address = $raw->address ?? throw self::missing('address');
        $this->picture = isset($raw->picture) ? new ProfilePicture($raw->picture) : null;
    }
}
