<?php

declare(strict_types=1);

namespace Parley;

/** `$client->files->uploadFile()`. */
trait UploadsFiles
{
    /**
     * Uploads a file, whose `uploadId` a send takes. PHP's streams take a body as one text, so the file is in memory during the
     * call, and every retry has all of it. A call takes at most 10 minutes, unless `options` says otherwise.
     *
     * @param string|resource|\SplFileInfo $file Its bytes, an open stream, which is read from where it is, or its path as an object
     * @param string|null $name Name of the file, as the recipient sees it. Null: that of the path
     */
    public function uploadFile(mixed $file, ?string $name = null, ?CallOptions $options = null): Model\UploadAnswer
    {
        $name ??= $file instanceof \SplFileInfo ? $file->getBasename() : null;
        return new Model\UploadAnswer($this->transport->upload(self::bytesOf($file), ['name' => $name], $options));
    }

    private static function bytesOf(mixed $file): string
    {
        if (is_string($file)) {
            return $file;
        }
        if (is_resource($file) && get_resource_type($file) === 'stream') {
            $bytes = stream_get_contents($file);
        } elseif ($file instanceof \SplFileInfo) {
            $bytes = $file->isFile() && $file->isReadable() ? file_get_contents($file->getPathname()) : false;
        } else {
            throw new ConfigurationException('file must be its bytes, an open stream or an SplFileInfo.');
        }
        return $bytes !== false ? $bytes : throw new ConfigurationException('file cannot be read.');
    }
}
