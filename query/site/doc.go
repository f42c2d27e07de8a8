// Package site writes a folder of static files that shows solved games on any web server: the page of
// package serve, the tables in parts, and a reader that runs in the browser.
//
//	index.html              the page with the list of all games, and the root of the site: written last
//	manifest.webmanifest    for devices that install the site
//	sw.js                   the service worker: the page works without network
//	app/DIGEST/page.js      the script of the page; start.js starts the worker, client.js asks it, worker.js runs the reader
//	app/DIGEST/reader.bin   the reader: Go compiled to WebAssembly, gzip
//	t/SLUG-DIGEST/          a game: view.json (board, statistics, answers about the start), root.bin, plot.svg, picture.png (the start)
//	t/SLUG-DIGEST/table.foregone.00000 …    the table in parts, and keys.foregone.00000 … where it has keys; runs.foregone says
//	                        where the runs of the keys are, cells.json how the notation lists squares
//
// Names with a digest never change their contents, so that a site can be updated while it is read: an
// interrupted update leaves the site as it was. Addresses are relative.
//
// root.bin has what a reader needs first: the header of the table, its summary, the index of its blocks if that is
// small, the list of the runs of the keys, and cells.json. A reader then asks for blocks, by HTTP range requests. Tables of up to
// [SmallTable] bytes are in parts of [SmallPart] bytes, which hosts without range requests can send
// whole. index.html says where each file of a game has its parts ([web.Split]), with checksums (CRC-32C) of
// view.json, root.bin and the reader; the formats of tables and keys have their own.
//
// The reader is command reader: [BuildReader] compiles it with the local Go toolchain. Package reading
// answers in it by package answers, the same code that package serve uses.
package site
