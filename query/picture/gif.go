package picture

import (
	"cmp"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"io"
	"maps"
	"slices"
	"time"
)

// WriteGIF writes pictures as an endless animation, one pixel per point. It shows each picture
// for the duration each, and the last one three times as long. All must have the
// size of the first.
func WriteGIF(w io.Writer, frames []*Picture, each time.Duration) error {
	if len(frames) == 0 {
		return errors.New("an animation has at least one picture")
	}
	// Drawing each picture twice saves memory: WriteGIF keeps only images with a byte per pixel.
	colours := newReduction()
	for _, f := range frames {
		img, err := f.Image(1)
		if err != nil {
			return err
		}
		colours.count(img)
	}
	colours.choose()
	out := gif.GIF{}
	for i, f := range frames {
		img, err := f.Image(1)
		if err != nil {
			return err
		}
		delay := int(each / (10 * time.Millisecond))
		if i == len(frames)-1 {
			delay *= 3
		}
		out.Image = append(out.Image, colours.apply(img))
		out.Delay = append(out.Delay, delay)
	}
	if len(frames) == 1 {
		out.LoopCount = -1
	}
	return gif.EncodeAll(w, &out)
}

// reduction maps colours to the 256 most frequent ones. The others, in the smoothed
// edges, are close to one of them.
type reduction struct {
	seen    map[color.RGBA]int
	palette color.Palette
	nearest map[color.RGBA]uint8
}

func newReduction() *reduction {
	return &reduction{seen: map[color.RGBA]int{}, nearest: map[color.RGBA]uint8{}}
}

func (r *reduction) count(img *image.RGBA) {
	for i := 0; i < len(img.Pix); i += 4 {
		r.seen[color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3]}]++
	}
}

func (r *reduction) choose() {
	colours := slices.SortedFunc(maps.Keys(r.seen), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(r.seen[b], r.seen[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	for _, c := range colours[:min(len(colours), 256)] {
		r.palette = append(r.palette, c)
	}
	for _, c := range colours {
		r.nearest[c] = uint8(r.palette.Index(c))
	}
}

func (r *reduction) apply(img *image.RGBA) *image.Paletted {
	out := image.NewPaletted(img.Bounds(), r.palette)
	for i := range out.Pix {
		out.Pix[i] = r.nearest[color.RGBA{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], img.Pix[4*i+3]}]
	}
	return out
}
