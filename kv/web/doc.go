// Package web reads files from web servers by HTTP range requests, so that a table answers from
// its URL.
//
// [Host.Open] asks for the first bytes of a file, and learns its length, its ETag and whether the
// server answers range requests. [File.ReadAt] asks for exactly the bytes it returns; [File.Expect]
// asks for many spans at once, on several connections, and joins spans that are close together. A
// server without range requests serves files up to [WholeFile] bytes, which are read whole.
//
// # What is refused
//
// Every answer must have the requested range, the length of the first answer, the same ETag and
// the same time of change, and as many bytes as it promises. A file that changed is an error that
// wraps [ErrChanged]; nothing of the new file is mixed with the old one. An HTML page in place of
// a file is refused (a login page, an error page with status 200), and so is an answer that is
// compressed in transit. All messages name the URL.
//
// Transient failures are repeated with a growing pause: broken connections, truncated bodies,
// timeouts, and the statuses 408, 429, 500, 502, 503 and 504.
//
// # Caches
//
// Values are checked by the reader of the format: it calls Keep with bytes whose checksum was right, and
// Drop with others. Only kept bytes go to the disk cache, a folder of files that together take at
// most [Options].Cache bytes. Its records have checksums of their own, and the reader of the
// format checks what comes from it once more.
package web
