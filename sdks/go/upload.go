package parley

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// uploadTimeout is the time that Parley gives a request.
const uploadTimeout = 10 * time.Minute

// FileUpload is a file whose bytes are uploaded as they are: either Data or Reader.
type FileUpload struct {
	// Name is the name of the file, as the recipient sees it. Default: that of an *os.File.
	Name string
	// Data has the bytes.
	Data []byte
	// Reader is read in pieces as it is sent. It is read again for a retry if it is an io.Seeker, such as *os.File,
	// *bytes.Reader and *strings.Reader; otherwise the call is not retried.
	Reader io.Reader
	// Size of what Reader gives, in bytes. Zero: found out by an io.Seeker; without one, the body is sent in chunks.
	Size int64
}

// UploadFile uploads a file, whose UploadID a send takes. A call takes at most 10 minutes, if WithTimeout says no other time.
func (s *FilesService) UploadFile(ctx context.Context, file FileUpload, options ...Option) (*UploadAnswer, error) {
	content, err := newContent(file)
	if err != nil {
		return nil, err
	}
	return call[UploadAnswer](ctx, s.transport, "POST", "upload", content, options)
}

// content is the body of an upload.
type content struct {
	name   string
	reader io.Reader
	// seeker is nil where reader cannot be read again.
	seeker io.Seeker
	start  int64
	// size is -1 where only the end of the file tells it.
	size int64
}

func newContent(file FileUpload) (*content, error) {
	if (file.Reader == nil) == (file.Data == nil) {
		return nil, &ConfigurationError{"a FileUpload needs Data or Reader, and not both."}
	}
	c := &content{name: file.Name, reader: file.Reader, size: -1}
	if file.Data != nil {
		c.reader = bytes.NewReader(file.Data)
	}
	if named, ok := file.Reader.(*os.File); ok && c.name == "" {
		c.name = filepath.Base(named.Name())
	}
	if seeker, ok := c.reader.(io.Seeker); ok {
		// A pipe has the method, and refuses it.
		if start, err := seeker.Seek(0, io.SeekCurrent); err == nil {
			end, err := seeker.Seek(0, io.SeekEnd)
			if err != nil {
				return nil, err
			}
			c.seeker, c.start, c.size = seeker, start, end-start
		}
	}
	if file.Size > 0 {
		c.size = file.Size
	}
	return c, nil
}

func (c *content) query() string {
	if c.name == "" {
		return ""
	}
	return "?" + url.Values{"name": {c.name}}.Encode()
}

// open returns the body of an attempt.
func (c *content) open() (*attemptBody, error) {
	if c.seeker != nil {
		if _, err := c.seeker.Seek(c.start, io.SeekStart); err != nil {
			return nil, err
		}
	}
	reader := c.reader
	if c.size >= 0 {
		reader = io.LimitReader(reader, c.size)
	}
	return &attemptBody{reader: reader}, nil
}

// attemptBody is a body that net/http may still read after the attempt: release ends that, so that the next attempt can
// begin from the start. It does not close the file, which belongs to the caller.
type attemptBody struct {
	mutex    sync.Mutex
	reader   io.Reader
	released bool
}

func (b *attemptBody) Read(buffer []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.released {
		return 0, errors.New("parley: the attempt is over")
	}
	return b.reader.Read(buffer)
}

func (b *attemptBody) Close() error { return nil }

func (b *attemptBody) release() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.released = true
}
