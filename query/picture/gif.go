package picture

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"slices"
	"time"
)

// WriteGIF writes pictures as an endless animation, one pixel per point, in the size of the
// largest. It shows each picture for the duration each, and the last one three times as long.
func WriteGIF(w io.Writer, frames []*Picture, each time.Duration) error {
	if len(frames) == 0 {
		return errors.New("an animation has at least one picture")
	}
	width, height := 0.0, 0.0
	for _, f := range frames {
		width, height = max(width, f.Width), max(height, f.Height)
	}
	colours := palette(frames)
	out := gif.GIF{}
	for _, f := range frames {
		sized := *f
		sized.Width, sized.Height = width, height
		img, err := sized.Image(1)
		if err != nil {
			return err
		}
		reduced := image.NewPaletted(img.Bounds(), colours)
		draw.Draw(reduced, img.Bounds(), img, image.Point{}, draw.Src)
		out.Image = append(out.Image, reduced)
		out.Delay = append(out.Delay, int(each/(10*time.Millisecond)))
	}
	out.Delay[len(frames)-1] *= 3
	if len(frames) == 1 {
		out.LoopCount = -1
	}
	return gif.EncodeAll(w, &out)
}

// mostColours is the number of colours that are mixed with one another: 9 have 9 + 3·36.
const mostColours = 9

// palette returns the colours of the pictures and, for smoothed edges, three mixtures of each two of
// the first ones.
func palette(frames []*Picture) (all color.Palette) {
	pure := []color.RGBA{paper}
	for _, f := range frames {
		for _, s := range f.shapes {
			for _, c := range []color.RGBA{s.fill, s.stroke} {
				if c.A > 0 && !slices.Contains(pure, c) {
					pure = append(pure, c)
				}
			}
		}
	}
	pure = pure[:min(len(pure), 140)]
	for i, a := range pure {
		all = append(all, a)
		if i >= mostColours {
			continue
		}
		for _, b := range pure[:i] {
			for part := 1; part < 4; part++ {
				mix := func(a, b uint8) uint8 { return uint8((part*int(a) + (4-part)*int(b)) / 4) }
				all = append(all, color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255})
			}
		}
	}
	return all
}
