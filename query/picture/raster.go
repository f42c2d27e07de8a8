package picture

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// WritePNG writes the picture with two pixels per point.
func (p *Picture) WritePNG(w io.Writer) error {
	img, err := p.Image(2)
	if err != nil {
		return err
	}
	return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, img)
}

// Image returns the picture with scale pixels per point.
func (p *Picture) Image(scale float64) (*image.RGBA, error) {
	img := image.NewRGBA(image.Rect(0, 0, int(math.Ceil(p.Width*scale)), int(math.Ceil(p.Height*scale))))
	draw.Draw(img, img.Bounds(), image.NewUniform(p.background), image.Point{}, draw.Src)
	c := &canvas{img: img, scale: scale, faces: map[faceKey]font.Face{}}
	defer func() {
		for _, face := range c.faces {
			face.Close()
		}
	}()
	for _, s := range p.shapes {
		if err := c.draw(s); err != nil {
			return nil, err
		}
	}
	return img, nil
}

// canvas draws into an image.
type canvas struct {
	img    *image.RGBA
	scale  float64
	raster vector.Rasterizer
	faces  map[faceKey]font.Face
}

// draw draws a shape.
func (c *canvas) draw(s shape) error {
	switch s.kind {
	case label:
		return c.label(s)
	case path:
		c.line(s.stroke, [][]point{s.points}, s.border)
		return nil
	case curve:
		lines := flatten(s)
		if s.fill.A > 0 {
			c.fill(s.fill, lines...)
		}
		c.line(s.stroke, lines, s.border)
		return nil
	}
	if s.stroke.A == 0 {
		c.fill(s.fill, outline(s, 0))
		return nil
	}
	if s.fill.A == 0 {
		s.fill = paper
	}
	c.fill(s.stroke, outline(s, s.border/2))
	c.fill(s.fill, outline(s, -s.border/2))
	return nil
}

// line draws lines with round ends. All parts go round in one direction, so that they add up.
func (c *canvas) line(paint color.RGBA, lines [][]point, width float64) {
	if paint.A == 0 {
		return
	}
	var parts [][]point
	for _, points := range lines {
		for k, to := range points {
			parts = append(parts, outline(shape{kind: disc, x: to.x, y: to.y, r: width / 2}, 0))
			if k > 0 {
				parts = append(parts, segment(points[k-1], to, width))
			}
		}
	}
	c.fill(paint, parts...)
}

// segment returns the corners of a straight part of a line.
func segment(from, to point, width float64) []point {
	dx, dy := to.x-from.x, to.y-from.y
	length := max(math.Hypot(dx, dy), 1e-9)
	ox, oy := -dy/length*width/2, dx/length*width/2
	return []point{{to.x + ox, to.y + oy}, {from.x + ox, from.y + oy}, {from.x - ox, from.y - oy}, {to.x - ox, to.y - oy}}
}

// outline returns the corners of a rectangle or disc, larger by grow points on each side. Curves
// have many corners.
func outline(s shape, grow float64) (corners []point) {
	if s.kind == rect && s.r == 0 {
		left, top, right, bottom := s.x-grow, s.y-grow, s.x+s.w+grow, s.y+s.h+grow
		return []point{{left, top}, {right, top}, {right, bottom}, {left, bottom}}
	}
	box := s // of the centres of curves
	if s.kind == rect {
		box.x, box.y, box.w, box.h = s.x+s.r, s.y+s.r, s.w-2*s.r, s.h-2*s.r
	}
	parts := 64
	if s.r < 3 {
		parts = 12
	}
	for k := range parts {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k) + .5) / float64(parts))
		at := point{box.x + (s.r+grow)*cos, box.y + (s.r+grow)*sin}
		if cos > 0 {
			at.x += box.w
		}
		if sin > 0 {
			at.y += box.h
		}
		corners = append(corners, at)
	}
	return corners
}

// fill fills the part of the image within some lines of corners.
func (c *canvas) fill(paint color.RGBA, lines ...[]point) {
	part := image.Rectangle{}
	for _, corners := range lines {
		for _, p := range corners {
			x, y := int(math.Floor(p.x*c.scale)), int(math.Floor(p.y*c.scale))
			part = part.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	part = part.Intersect(c.img.Bounds())
	c.raster.Reset(part.Dx(), part.Dy())
	for _, corners := range lines {
		for k, p := range corners {
			x, y := float32(p.x*c.scale-float64(part.Min.X)), float32(p.y*c.scale-float64(part.Min.Y))
			if k == 0 {
				c.raster.MoveTo(x, y)
			} else {
				c.raster.LineTo(x, y)
			}
		}
		c.raster.ClosePath()
	}
	c.raster.Draw(c.img, part, image.NewUniform(paint), image.Point{})
}

type faceKey struct {
	size float64
	mono bool
}

// fonts parses the fonts once. They are safe for concurrent use.
var fonts = sync.OnceValues(func() (map[bool]*opentype.Font, error) {
	regular, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	mono, err := opentype.Parse(gomono.TTF)
	return map[bool]*opentype.Font{false: regular, true: mono}, err
})

func (c *canvas) face(key faceKey) (font.Face, error) {
	if face, ok := c.faces[key]; ok {
		return face, nil
	}
	all, err := fonts()
	if err != nil {
		return nil, fmt.Errorf("read the fonts: %w", err)
	}
	face, err := opentype.NewFace(all[key.mono], &opentype.FaceOptions{Size: key.size * c.scale, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, fmt.Errorf("make a font: %w", err)
	}
	c.faces[key] = face
	return face, nil
}

func (c *canvas) label(s shape) error {
	face, err := c.face(faceKey{s.r, s.mono})
	if err != nil {
		return err
	}
	d := font.Drawer{Dst: c.img, Src: image.NewUniform(s.fill), Face: face}
	x := fixed.Int26_6(s.x * c.scale * 64)
	switch s.align {
	case middle:
		x -= d.MeasureString(s.text) / 2
	case end:
		x -= d.MeasureString(s.text)
	}
	d.Dot = fixed.Point26_6{X: x, Y: fixed.Int26_6(s.y * c.scale * 64)}
	d.DrawString(s.text)
	return nil
}

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

// arguments are the numbers that a command of a path takes.
var arguments = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'Q': 4, 'Z': 0}

// flatten returns the lines of a path, in the place and size of its shape. Curves become straight
// parts.
func flatten(s shape) (lines [][]point) {
	var at, from point
	to := func(p point) { lines[len(lines)-1] = append(lines[len(lines)-1], point{s.x + s.r*p.x, s.y + s.r*p.y}) }
	for command, n := range commands(s.text) {
		switch command {
		case 'M':
			lines = append(lines, nil)
			at = point{n[0], n[1]}
			from = at
		case 'L':
			at = point{n[0], n[1]}
		case 'H':
			at.x = n[0]
		case 'V':
			at.y = n[0]
		case 'Z':
			at = from
		case 'C', 'Q':
			if command == 'Q' { // as a cubic curve
				n = []float64{at.x + 2*(n[0]-at.x)/3, at.y + 2*(n[1]-at.y)/3, n[2] + 2*(n[0]-n[2])/3, n[3] + 2*(n[1]-n[3])/3, n[2], n[3]}
			}
			const parts = 8
			start := at
			for k := 1; k < parts; k++ {
				t := float64(k) / parts
				u := 1 - t
				a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
				to(point{a*start.x + b*n[0] + c*n[2] + d*n[4], a*start.y + b*n[1] + c*n[3] + d*n[5]})
			}
			at = point{n[4], n[5]}
		}
		to(at)
	}
	return lines
}

// commands yields the commands of a path with their numbers. The path begins with M.
func commands(d string) func(yield func(byte, []float64) bool) {
	return func(yield func(byte, []float64) bool) {
		for len(d) > 0 {
			command := d[0]
			end := strings.IndexAny(d[1:], "MLHVCQZ") + 1
			if end == 0 {
				end = len(d)
			}
			var numbers []float64
			for _, field := range strings.Fields(d[1:end]) {
				n, _ := strconv.ParseFloat(field, 64)
				numbers = append(numbers, n)
			}
			if d = d[end:]; len(numbers) == arguments[command] && !yield(command, numbers) {
				return
			}
		}
	}
}
