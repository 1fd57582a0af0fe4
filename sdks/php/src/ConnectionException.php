<?php

declare(strict_types=1);

namespace Parley;

/** There was no answer: the connection failed. */
final class ConnectionException extends ParleyException
{
}
