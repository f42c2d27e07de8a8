//go:build !unix

package durable

// SyncFolder makes the names in a folder durable, which needs nothing here.
func SyncFolder(string) error { return nil }
