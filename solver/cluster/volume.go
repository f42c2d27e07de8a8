package cluster

import "github.com/foregone-db/foregone/engine"

// volume is the size of the store and the traffic to it, in bytes a position. It depends on how many positions each phase
// decides, which only a solve tells: members of one family differ by a factor of five.
type volume struct {
	kept float64 // outcomes of finished stages
	sent float64 // all outcomes, including those that a finished stage no longer needs
	keys float64 // of a game that brings only its rules
}

// volumes were measured in solves by two to six workers. TestMachinesLong in tools/foregone compares them with other
// numbers of workers.
var volumes = map[string]volume{
	"pushfight:board=full,movers=1,pushers=1":                      {kept: 0.86, sent: 0.72},
	"pushfight:board=full,movers=0,pushers=3":                      {kept: 0.151, sent: 0.42},
	"pushfight:board=full,movers=1,pushers=2":                      {kept: 0.290, sent: 1.66},
	"pushfight:board=full,movers=2,pushers=1":                      {kept: 0.456, sent: 2.56},
	"chess:men=3,metric=mate,pieces=all":                           {kept: 0.337, sent: 0.28},
	"rpsw:height=6,pieces=2,width=4":                               {kept: 1.64, sent: 1.58},
	"rpsw:height=6,pieces=3,width=4":                               {kept: 1.19, sent: 1.86},
	"quixo:ranked=true,size=4":                                     {kept: 3.55, sent: 5.07},
	"quixo:ranked=false,size=4":                                    {kept: 4.09, sent: 4.07, keys: 1.51},
	"british-square:center=false,height=5,width=5":                 {kept: 0.19, sent: 0.19, keys: 2.47},
	"connect-four:height=5,line=4,width=5":                         {kept: 0.231, sent: 0.23, keys: 1.226},
	"tupitu:height=5,width=5":                                      {kept: 0.107, sent: 0.107},
	"teeko:advanced=false":                                         {kept: 0.80, sent: 0.80, keys: 1.50},
	"dobutsu:drops=true,height=4,pieces=3,width=3":                 {kept: 1.44, sent: 7.0},
	"kalah:empty=true,majority=true,pits=4,seeds=3,stores=true":    {keys: 3.09},
	"morris:diagonals=false,flying=false,men=6,rings=2":            {kept: 3.3, sent: 2.7, keys: 1.3},
	"connect-four:height=6,line=4,ranked=true,width=5":             {kept: 0.196, sent: 0.196},
	"chess:men=4,metric=mate,pieces=all":                           {kept: 1.12, sent: 4.58},
	"chess:men=5,metric=mate,pieces=KBNvKN":                        {kept: 0.630, sent: 2.61},
	"chess:men=5,metric=mate,pieces=KRBvKR":                        {kept: 0.740, sent: 2.43},
	"chess:men=5,metric=mate,pieces=KRPvKR":                        {kept: 1.475, sent: 6.17},
	"chess:men=5,metric=mate,pieces=KQPvKQ":                        {kept: 1.68, sent: 6.26},
	"morris:diagonals=false,flying=true,men=6,placed=true,rings=3": {kept: 0.416, sent: 2.36},
	"dobutsu:drops=true,height=5,pieces=3,width=3":                 {kept: 1.41, sent: 7.82},
	"dobutsu:drops=false,height=4,pieces=3,width=3":                {kept: 1.28, sent: 4.76},
	"connect-four:height=4,line=4,ranked=true,width=7":             {kept: 0.159, sent: 0.159},
	"connect-four:height=5,line=4,ranked=true,width=6":             {kept: 0.178, sent: 0.178},
	"morris:diagonals=false,flying=false,men=5,rings=3":            {kept: 0.965, sent: 2.98},
	"rpsw:height=6,pieces=4,width=4":                               {kept: 0.966, sent: 1.50},
	"tictacchec:pieces=NBR":                                        {kept: 0.914, sent: 3.34},
	"tictacchec:pieces=PNBR":                                       {kept: 0.153, sent: 0.98},
	"quixo:marks=23,ranked=true,size=5":                            {kept: 1.08, sent: 1.07},
}

// volumeOf returns the measured volume of a game, or upper bounds. A position of a sparse set takes two bytes, in a frontier
// and, if the scan decides it, as a seed; the steps before the last of a phase take twice as much again.
func volumeOf(spec engine.Spec, keyed bool) (v volume, measured bool) {
	if v, ok := volumes[spec.String()]; ok {
		return v, true
	}
	v = volume{kept: 4, sent: 12}
	if keyed {
		v.keys = 9
	}
	return v, false
}

// of returns the bytes in the store and the traffic of a solve by nodes machines. Each outcome is written once and read by
// the coordinator when it arrives, and again when its step is done. The other machines read the kept outcomes and the keys.
func (v volume) of(positions uint64, nodes int) (store, traffic uint64) {
	n, others := float64(positions), float64(max(nodes-1, 0))
	return uint64(n * (v.kept + v.keys)), uint64(n * (3*v.sent + others*v.kept + (1+others)*v.keys))
}
