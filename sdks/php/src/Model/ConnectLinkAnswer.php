<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $connectUrl
 * @property-read string $redirectUrl
 */
final class ConnectLinkAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $connect_url;
    public readonly string $redirect_url;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->connect_url = $raw->connect_url ?? throw self::missing('connect_url');
        $this->redirect_url = $raw->redirect_url ?? throw self::missing('redirect_url');
    }
}
