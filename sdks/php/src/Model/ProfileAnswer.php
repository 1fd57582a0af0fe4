<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ProfileAnswer extends \Parley\Model
{
    public readonly bool $ok;
    /** The number of the linked phone */
    public readonly string $address;
    public readonly ?string $about;
    public readonly ?ProfilePicture $picture;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->address = $raw->address ?? throw self::missing('address');
        $this->about = $raw->about ?? null;
        $this->picture = isset($raw->picture) ? new ProfilePicture($raw->picture) : null;
    }
}
