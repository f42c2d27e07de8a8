package britishsquare

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// maxTiles is the largest number of tiles. A key has two bits for each tile and one for the player
// to move.
const maxTiles = 31

// rules holds the rules of a variant. Tiles are numbered row by row from the top left. A set of
// tiles has bit tiles-1-n for tile n. A key holds, from the low bits up, the second player's
// pieces, the first player's pieces, and a bit that is set when the second player is to move.
//
// The first player's pieces take the upper bits so that moves keep runs of ascending keys. From
// ascending keys, moves lead to a few runs of ascending keys: a move either keeps the upper part or
// adds the same piece to it.
type rules struct {
	width, height int
	tiles         int
	all           uint64 // the set of all tiles
	notLeft       uint64 // the tiles outside the leftmost column
	notRight      uint64
	forbidden     uint64 // the tile where the first player must not open, or none
	second        uint64 // the bit of a key for the second player to move

	// images maps each tile's bit to its image bit under each symmetry, the identity first. On
	// boards one tile wide some symmetries are equal.
	images     [maxTiles + 1]moved
	symmetries int
	// parts holds the images of the lowest nine bits of a set, of the next nine, and so on. Word s
	// holds the image under symmetry s in its lower half, and the image under s+4 in its upper
	// half.
	parts [4][512][maxSymmetries / 2]uint64
}

const maxSymmetries = 8

// moved holds an image for each symmetry. Symmetries that the board lacks repeat the identity.
type moved [maxSymmetries]uint64

// newRules returns the rules on a board of the given size. If center is false, the first player may
// not open on the centre tile. Boards with an even side have no centre.
func newRules(width, height int, center bool) *rules {
	r := &rules{width: width, height: height, tiles: width * height}
	r.all = 1<<r.tiles - 1
	r.second = 1 << (2 * r.tiles)
	r.notLeft, r.notRight = r.all, r.all
	for row := range height {
		r.notLeft &^= r.tile(0, row)
		r.notRight &^= r.tile(width-1, row)
	}
	if !center && width%2 == 1 && height%2 == 1 {
		r.forbidden = r.tile(width/2, height/2)
	}
	turns := engine.Turns(width, height)
	r.symmetries = len(turns)
	for n := range r.tiles {
		image := &r.images[r.tiles-1-n]
		for s := range image {
			image[s] = 1 << (r.tiles - 1 - turns[s%r.symmetries][n])
		}
	}
	for part := range r.parts {
		for set := 1; set < len(r.parts[part]); set++ {
			images := r.parts[part][set&(set-1)]
			if bit := 9*part + bits.TrailingZeros(uint(set)); bit < r.tiles {
				for s := range images {
					images[s] |= r.images[bit][s] | r.images[bit][s+4]<<32
				}
			}
			r.parts[part][set] = images
		}
	}
	return r
}

// tile returns the set of one tile. Columns count from the left and rows from the top.
func (r *rules) tile(column, row int) uint64 { return 1 << (r.tiles - 1 - row*r.width - column) }

// split decodes a key into the mover's pieces, the opponent's pieces, and whether the first player
// is to move.
func (r *rules) split(key uint64) (own, other uint64, first bool) {
	one, two := key>>r.tiles&r.all, key&r.all
	if key&r.second == 0 {
		return one, two, true
	}
	return two, one, false
}

// near returns the tiles orthogonally adjacent to those of a set.
func (r *rules) near(set uint64) uint64 {
	return set<<1&r.notRight | set>>1&r.notLeft | set<<r.width&r.all | set>>r.width
}

// legal returns the tiles where a player may place a piece.
func (r *rules) legal(own, other uint64, first bool) uint64 {
	tiles := r.all &^ (own | other | r.near(other))
	if first && own == 0 {
		tiles &^= r.forbidden
	}
	return tiles
}

// Start returns the key of the empty board.
func (r *rules) Start() uint64 { return 0 }

// moves returns the tiles where the player to move can place a piece. If there are none, it returns
// whether he must pass. If he need not pass, the game is over. shift is the offset of his pieces in
// the key.
func (r *rules) moves(key uint64) (tiles uint64, shift int, pass bool) {
	own, other, first := r.split(key)
	if first {
		shift = r.tiles
	}
	if tiles = r.legal(own, other, first); tiles != 0 {
		return tiles, shift, false
	}
	return 0, shift, r.legal(other, own, !first) != 0
}

// KeyScore returns the score of a finished position.
func (r *rules) KeyScore(key uint64) int {
	own, other, _ := r.split(key)
	return bits.OnesCount64(own) - bits.OnesCount64(other)
}

// KeyLayer returns the number of turns played, including passes. A player who has to pass has no
// legal tile for the rest of the game. So at most one player has passed, and he has fewer pieces
// than turns.
func (r *rules) KeyLayer(key uint64) int {
	one, two := bits.OnesCount64(key>>r.tiles&r.all), bits.OnesCount64(key&r.all)
	if key&r.second == 0 {
		return 2 * max(one, two)
	}
	return 2*max(one, two+1) - 1
}

// AppendMoves implements the AppendMoves of [engine.Rules].
func (r *rules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	tiles, shift, pass := r.moves(key)
	if pass {
		return append(dst, key^r.second), 0
	}
	for ; tiles != 0; tiles &= tiles - 1 {
		dst = append(dst, (key^r.second)|tiles&-tiles<<shift)
	}
	return dst, 0
}

// imagesOf returns the images of a set of tiles under all symmetries.
func (r *rules) imagesOf(set uint64) (m moved) {
	a, b, c, d := &r.parts[0][set&511], &r.parts[1][set>>9&511], &r.parts[2][set>>18&511], &r.parts[3][set>>27]
	for s := range a {
		images := a[s] | b[s] | c[s] | d[s]
		m[s], m[s+4] = images<<32>>32, images>>32
	}
	return m
}

// twins returns the images of a key under all symmetries.
func (r *rules) twins(key uint64) moved {
	one, two := r.imagesOf(key>>r.tiles&r.all), r.imagesOf(key&r.all)
	for s := range one {
		one[s] = one[s]<<(r.tiles&63) | two[s] | key&r.second
	}
	return one
}

// least returns the least image of a key with an added piece. addition holds the images of the
// piece.
func (m *moved) least(addition *moved, shift int) uint64 {
	shift &= 63 // always below 64; the mask saves a test for each image
	return min(
		min(m[0]|addition[0]<<shift, m[1]|addition[1]<<shift, m[2]|addition[2]<<shift, m[3]|addition[3]<<shift),
		min(m[4]|addition[4]<<shift, m[5]|addition[5]<<shift, m[6]|addition[6]<<shift, m[7]|addition[7]<<shift),
	)
}

// AppendCanonicalMoves implements [engine.Symmetry]. It adds a piece's images to the images of the
// position, which is far cheaper than computing all images of each result.
func (r *rules) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	tiles, shift, pass := r.moves(key)
	if pass {
		return append(dst, r.Canonical(key^r.second)), 0
	}
	if tiles == 0 {
		return dst, 0
	}
	if shift == 0 && r.KeyWeight(key>>r.tiles<<r.tiles) == uint64(r.symmetries) { // only the identity maps the first player's pieces to themselves, so every result is canonical
		for key ^= r.second; tiles != 0; tiles &= tiles - 1 {
			dst = append(dst, key|tiles&-tiles)
		}
		return dst, 0
	}
	twins := r.twins(key ^ r.second)
	for ; tiles != 0; tiles &= tiles - 1 {
		dst = append(dst, twins.least(&r.images[bits.TrailingZeros64(tiles)&31], shift))
	}
	return dst, 0
}

// Canonical implements [engine.Symmetry]. It returns the least of the symmetric keys.
func (r *rules) Canonical(key uint64) uint64 {
	twins := r.twins(key)
	return twins.least(&moved{}, 0)
}

// KeyWeight implements [engine.Symmetry].
func (r *rules) KeyWeight(key uint64) uint64 {
	one := key >> r.tiles & r.all
	images := r.imagesOf(one)
	if images.count(one) == maxSymmetries/r.symmetries { // nearly always only the identity
		return uint64(r.symmetries)
	}
	twins := r.twins(key)
	return uint64(maxSymmetries / twins.count(key))
}

// count returns the number of symmetries that map the set to image.
func (m *moved) count(image uint64) (n int) {
	for _, x := range m {
		if x == image {
			n++
		}
	}
	return n
}
