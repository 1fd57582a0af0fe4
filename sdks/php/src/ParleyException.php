<?php

declare(strict_types=1);

namespace Parley;

/** The base class of every error that the SDK throws. */
class ParleyException extends \RuntimeException
{
}
