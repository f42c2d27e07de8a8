// Package cluster solves a game on several machines: a coordinator ([Solve]), which makes
// the table, and workers ([Work]), which may come, go and die as they like.
//
// # Who knows what
//
// All machines are replicas: each has the bits of the slice being solved in memory, and
// goes through the same stages (package party) from the same state to the same state. What
// a stage found is a list of outcomes, objects in a store that all machines see (package
// blob): a folder, or a bucket of S3. They are written once, carry checksums, and are all
// that counts. The coordinator leads: it divides a step in units, gives each worker some,
// moves what is left of these to a work-queue stream of NATS JetStream when somebody is
// idle, reads what comes into the store, and writes the manifest of the stage. Messages
// carry tasks of some hundred bytes and signs of life, never data; to lose all of them,
// and the servers, costs seconds.
//
// Stages with little work are not shared: every replica does them by itself and comes to
// the same state.
//
// # What happens when
//
//   - A worker that dies or hangs is not heard of, and its unit goes to another one.
//     Stragglers are handed out twice; the first result counts.
//   - A coordinator that dies is started again, on any machine, and goes through the
//     finished stages by what the store has. Two at once agree: who writes an object first
//     is right, and both would write the same.
//   - Servers of NATS that die, or lose all data, are connected to again, and what is
//     missing in the store is handed out again.
//   - A store that is away is waited for.
//   - An object that is damaged or gone is noticed by whoever reads it. Its stage is not
//     finished any more: the coordinator begins from the start, and when it comes to that
//     stage, whose state it has then, what is missing is done again.
//   - A unit that panics, or of which no chunk gets done for too long, is tried by several
//     workers, then by the coordinator, and then ends the solve by its name ([PoisonError]).
//   - A worker of another program is refused. One that finds what others do not is refuted,
//     if anybody looks: an audit has a share of the units done twice, a quorum all of them.
//     Where results of it were taken on trust, the solve ends ([RefutedError]).
//   - Clocks do not matter: messages have no times, and waiting goes by steady clocks.
//
// # What stays on one machine
//
// Counters of successors and the reverse graph, of which updates must be applied once, and
// solving by slabs. So games whose turns are made of steps are solved position by position
// here, and games without predecessors look forward in every phase. Slices of which a
// machine cannot hold five to seven bits a position are refused. Discovery stays on the
// coordinator; its keys are objects that workers fetch.
//
// A coordinator that no worker has joined yet has counters and the reverse graph all the
// same: it solves as a machine by itself does, in the folder of its database. When it meets
// the first worker it publishes what it has, and goes on without them: finished stages from
// its ledger, and what is decided of a phase under way as seeds.
//
// # Security
//
// A server of this process asks for a password. That of workers is made of the
// coordinator's, and lets them ask for the job, speak of themselves, and fetch and hand
// back units. The coordinator answers to inboxes only, so that nobody publishes by it what
// he may not publish himself. Own servers take NKeys, tokens in URLs and TLS. Credentials
// for S3 come from the usual places. The store has no secrets, and logs and status repeat
// none.
//
// OPERATIONS.md, beside this file, says how to run it on workstations with NFS, by Slurm and
// on Kubernetes; FORMAT.md says what is in the store.
package cluster
