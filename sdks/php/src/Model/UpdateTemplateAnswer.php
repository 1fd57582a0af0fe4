<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class UpdateTemplateAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $id;
    public readonly string $name;
    public readonly string $language;
    /** false: the template already had this content, and Meta was not called */
    public readonly bool $changed;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->ok = $raw->ok;
        $this->channel = $raw->channel;
        $this->id = $raw->id;
        $this->name = $raw->name;
        $this->language = $raw->language;
        $this->changed = $raw->changed;
    }
}
