<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class DeleteTemplateAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $name;
    public readonly ?string $language;
    /** Number of deleted templates; 0 when there was none */
    public readonly int $deleted;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->ok = $raw->ok;
        $this->channel = $raw->channel;
        $this->name = $raw->name;
        $this->language = $raw->language ?? null;
        $this->deleted = $raw->deleted;
    }
}
