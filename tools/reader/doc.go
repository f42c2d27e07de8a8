// Package reader holds a reader of finished tables in another language, reader.py, as a proof of
// kv/table/FORMAT.md and a start for other readers. Its test compares it with package table.
package reader
