<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CreateTemplateAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $id;
    public readonly string $name;
    public readonly string $language;
    /** As Meta names it: PENDING while it is reviewed */
    public readonly string $status;
    /** Meta may choose another one */
    public readonly string $category;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->ok = $raw->ok;
        $this->channel = $raw->channel;
        $this->id = $raw->id;
        $this->name = $raw->name;
        $this->language = $raw->language;
        $this->status = $raw->status;
        $this->category = $raw->category;
    }
}
