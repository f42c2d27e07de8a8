package solver

import "github.com/cockroachdb/pebble/v2/vfs"

// writeFile writes a file and makes it and its name durable.
func writeFile(disk vfs.FS, path string, data []byte) error {
	f, err := disk.Create(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	dir, err := disk.OpenDir(disk.PathDir(path))
	if err != nil {
		return err
	}
	err = dir.Sync()
	if closed := dir.Close(); err == nil {
		err = closed
	}
	return err
}
