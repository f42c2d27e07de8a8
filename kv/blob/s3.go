package blob

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/foregone-db/foregone/engine"
)

// S3 is a store in a bucket. The service must honour If-None-Match on a PUT, as AWS,
// MinIO, Ceph and versitygw do.
type S3 struct {
	client *minio.Client
	bucket string
	prefix string // "" or with a slash at its end
}

// Timeouts of calls: for an answer, and for each MiB of a content.
const (
	callTime   = 30 * time.Second
	callTimeMB = time.Second
)

// OpenS3 returns the store of a bucket's objects whose keys begin with a prefix. The address of the
// service and the credentials come from AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL, AWS_REGION,
// AWS_ACCESS_KEY_ID and related variables, the files of the AWS command line, or the machine's
// role.
func OpenS3(bucket, prefix string) (*S3, error) {
	endpoint := cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"), "https://s3.amazonaws.com")
	region := cmp.Or(os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"))
	chain := credentials.NewChainCredentials([]credentials.Provider{
		&credentials.EnvAWS{}, &credentials.EnvMinio{}, &credentials.FileAWSCredentials{},
		&credentials.IAM{Client: &http.Client{Timeout: 5 * time.Second}},
	})
	return openS3(endpoint, region, bucket, prefix, chain)
}

func openS3(endpoint, region, bucket, prefix string, c *credentials.Credentials) (*S3, error) {
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil, engine.InputErrorf("the S3 endpoint is %q: want http://HOST or https://HOST", withoutUser(endpoint))
	}
	transport, err := minio.DefaultTransport(u.Scheme == "https")
	if err != nil {
		return nil, err
	}
	transport.ResponseHeaderTimeout = callTime
	transport.MaxIdleConnsPerHost = 16
	client, err := minio.New(u.Host, &minio.Options{
		Creds: c, Secure: u.Scheme == "https", Region: region, Transport: transport, MaxRetries: 1, BucketLookup: minio.BucketLookupAuto,
	})
	if err != nil {
		return nil, engine.InputErrorf("s3://%s: %v", bucket, err)
	}
	if prefix != "" {
		if err := CheckName(prefix); err != nil {
			return nil, engine.InputErrorf("s3://%s/%s: %v", bucket, prefix, err)
		}
		prefix += "/"
	}
	return &S3{client, bucket, prefix}, nil
}

func (s *S3) String() string { return strings.TrimSuffix("s3://"+path.Join(s.bucket, s.prefix), "/") }

// Make does nothing: the owner of a bucket makes it.
func (s *S3) Make(context.Context) error { return nil }

// Put implements [Store].
func (s *S3) Put(ctx context.Context, name string, content []byte) error {
	o := minio.PutObjectOptions{}
	o.SetMatchETagExcept("*")
	err := s.put(ctx, name, content, o)
	switch answer(err).Code {
	case "PreconditionFailed", "ConditionalRequestConflict":
		return settle(ctx, s, name, content)
	}
	return err
}

// answer returns the answer of the service, if err is one.
func answer(err error) (r minio.ErrorResponse) {
	errors.As(err, &r)
	return r
}

// Replace implements [Store].
func (s *S3) Replace(ctx context.Context, name string, content []byte) error {
	return s.put(ctx, name, content, minio.PutObjectOptions{})
}

func (s *S3) put(ctx context.Context, name string, content []byte, o minio.PutObjectOptions) error {
	if err := CheckName(name); err != nil {
		return err
	}
	raw := seal(content)
	ctx, cancel := context.WithTimeout(ctx, callTime+time.Duration(len(raw)>>20)*callTimeMB)
	defer cancel()
	o.ContentType, o.DisableMultipart, o.SendContentMd5 = "application/octet-stream", true, true
	_, err := s.client.PutObject(ctx, s.bucket, s.prefix+name, bytes.NewReader(raw), int64(len(raw)), o)
	if err != nil {
		return fmt.Errorf("put %s: %w", name, err)
	}
	return nil
}

// Get implements [Store].
func (s *S3) Get(ctx context.Context, name string) ([]byte, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*callTime)
	defer cancel()
	object, err := s.client.GetObject(ctx, s.bucket, s.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, fmt.Errorf("get %s: %w", name, err)
	}
	defer object.Close()
	raw, err := io.ReadAll(object)
	switch code := answer(err).Code; {
	case code == "NoSuchKey":
		return nil, fmt.Errorf("get %s: %w", name, ErrNotFound)
	case err != nil:
		return nil, fmt.Errorf("get %s: %w", name, err)
	}
	return unseal(name, raw)
}

// List implements [Store].
func (s *S3) List(ctx context.Context, prefix string) (names []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*callTime)
	defer cancel()
	for o := range s.client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{Prefix: s.prefix + prefix, Recursive: true}) {
		if o.Err != nil {
			return nil, fmt.Errorf("list %s: %w", prefix, o.Err)
		}
		names = append(names, strings.TrimPrefix(o.Key, s.prefix))
	}
	slices.Sort(names)
	return names, nil
}

// Delete implements [Store].
func (s *S3) Delete(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	if err := s.client.RemoveObject(ctx, s.bucket, s.prefix+name, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("delete %s: %w", name, err)
	}
	return nil
}
