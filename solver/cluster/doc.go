// Package cluster solves a game on several machines: a coordinator ([Solve]), which makes the
// table, and workers ([Work]), which may join, leave and die at any time.
//
// # Machines, store and messages
//
// All machines are replicas: each has the bits of the slice being solved in memory, and
// goes through the same stages (package party) from the same state to the same state. The
// result of a stage is a list of outcomes: objects in a store that all machines share (package
// blob), a folder or an S3 bucket. Objects are written once and carry checksums. Only the
// store counts. The coordinator divides a step into units, gives each worker a list of them, moves
// units from a busy worker to an idle one, reads the results from the store, and writes the
// manifest of the stage. Messages go through NATS servers. They carry tasks of some hundred
// bytes and heartbeats, never data. The loss of messages, or of all servers, costs seconds.
//
// Stages with little work are not shared: every replica does them by itself and reaches the
// same state.
//
// # What happens when
//
//   - A worker dies or hangs: its heartbeats stop, and its units go to other workers. A straggler
//     is given to an idle worker, too; the first result counts.
//   - The coordinator dies: the user starts it again, on any machine, and it goes through the
//     finished stages by reading the store. Two coordinators at once agree: the first write of
//     an object wins, and both would write the same.
//   - NATS servers die: machines reconnect, and the coordinator gives out again the units whose
//     results the store lacks.
//   - The store is unreachable: all machines wait.
//   - An object is damaged or missing: its reader notices, and the stage is unfinished again.
//     The coordinator begins from the start, and when it reaches that stage, the missing units
//     are done again.
//   - A unit panics, or finishes no chunk for too long: several workers try it, then the
//     coordinator; then the solve ends with the unit's name ([PoisonError]).
//   - A worker runs another program: the coordinator refuses it. A worker whose results differ
//     from others is refuted, if results are compared: an audit has a share of the units done
//     twice, a quorum all of them. If unchecked results of that worker were used before, the
//     solve ends ([RefutedError]).
//   - Clocks differ: messages carry no times, and timeouts use monotonic clocks.
//
// # What stays on one machine
//
// Counters of successors and the reverse graph stay on one machine, because their updates are
// not idempotent. So in games without predecessors several machines look forward in every phase.
// A slice that is not solved in parts needs five to seven bits a position in the memory of each machine; larger
// ones are refused. Discovery stays on the coordinator; workers fetch its keys from the store.
//
// Until the first worker joins, the coordinator does use counters and the reverse graph: it solves
// as one machine does, in the folder of its database. When the first worker joins, it publishes its
// results and continues without counters: finished stages come from its ledger, and the decided
// positions of the current phase become seeds. A game that is solved in parts is shared from the start.
//
// # Parts
//
// Games whose turns are made of steps are solved by slabs, if the coordinator has the memory for the table. Large slices
// of games that list predecessors are solved by phases in parts. In both cases a unit is a
// stage of a part of the slabs or of the slice (package parts), and the worker that did the part before does it again, because it holds the state of
// that part. A worker holds no other state. Links to other parts are objects in the store, sorted, compressed and
// listed in the manifest of their stage. A worker that takes over a part makes its state again from the messages in the store. A
// coordinator without workers does the units itself. All machines read the results of slices that later ones exit into,
// and have the values of these in memory.
//
// # Security
//
// A server in this process asks for a password. The workers' password is derived from the
// coordinator's. It lets them ask for the job, get units, and report on themselves and on their
// units. The coordinator answers to inboxes only: otherwise a worker could publish through it
// to subjects that are closed to workers. External servers take NKeys, tokens in URLs and TLS.
// Credentials for S3 come from the environment and files of the AWS command line. The store has
// no secrets, and logs and status repeat none.
//
// OPERATIONS.md in this folder describes runs on workstations with NFS, by Slurm and on Kubernetes;
// FORMAT.md describes the store.
package cluster
