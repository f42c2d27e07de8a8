package kv

// Verified says how far a finished table was verified: positions whose values were recomputed from
// those of their successors, none of them wrong.
type Verified struct {
	SHA256    string `json:"table_sha256" doc:"The digest of the table that was verified."`
	Positions uint64 `json:"positions" doc:"Positions whose values were recomputed from their successors."`
	All       bool   `json:"all" doc:"All positions were verified, and the table is exact."`
}

// VerifiedOf returns what the status file in dir says of a table with a digest, or nil if the table
// was not verified.
func VerifiedOf(dir, digest string) *Verified {
	var s struct {
		Verified *Verified `json:"verified"`
	}
	if err := ReadStatus(dir, &s); err != nil || s.Verified == nil || s.Verified.SHA256 != digest {
		return nil
	}
	return s.Verified
}
