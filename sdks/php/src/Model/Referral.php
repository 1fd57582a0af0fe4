<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string|null $sourceId
 * @property-read string|null $mediaUrl
 * @property-read string|null $ctwaClid
 */
final class Referral extends \Parley\Model
{
    public readonly string $source;
    /** Of the ad or post */
    public readonly ?string $source_id;
    /** Of the ad or post; http or https */
    public readonly ?string $url;
    public readonly ?string $headline;
    public readonly ?string $body;
    /** Picture or video of the ad, at the platform */
    public readonly ?string $media_url;
    /** wa: click id of the ad */
    public readonly ?string $ctwa_clid;
    /** The parameter of the link or ad */
    public readonly ?string $ref;

    protected function read(\stdClass $raw): void
    {
        $this->source = $raw->source ?? throw self::missing('source');
        $this->source_id = $raw->source_id ?? null;
        $this->url = $raw->url ?? null;
        $this->headline = $raw->headline ?? null;
        $this->body = $raw->body ?? null;
        $this->media_url = $raw->media_url ?? null;
        $this->ctwa_clid = $raw->ctwa_clid ?? null;
        $this->ref = $raw->ref ?? null;
    }
}
