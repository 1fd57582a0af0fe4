<?php

declare(strict_types=1);

namespace Parley;

/** An answer or event lacks a member that it must have, or has one of another type. */
final class UnexpectedAnswerException extends ParleyException
{
}
