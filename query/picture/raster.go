package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"sync"

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
	defer c.close()
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
	// left and top are the corner of the raster in the image, in pixels.
	left, top float64
	faces     map[faceKey]font.Face
}

// draw draws a shape.
func (c *canvas) draw(s shape) error {
	switch s.kind {
	case label:
		return c.label(s)
	case path:
		for k := 1; k < len(s.points); k++ {
			c.segment(s, s.points[k-1], s.points[k])
		}
		return nil
	case inset:
		inner, err := s.inset.Image(c.scale * s.w / s.inset.Width)
		if err != nil {
			return err
		}
		at := image.Pt(int(s.x*c.scale), int(s.y*c.scale))
		draw.Draw(c.img, inner.Bounds().Add(at), inner, image.Point{}, draw.Src)
		return nil
	}
	if s.fill.A > 0 {
		c.fill(s.fill, s, func() { c.outline(s, 0, false) })
	}
	if s.stroke.A > 0 {
		// The inner outline runs in the opposite direction, which leaves a hole.
		c.fill(s.stroke, s, func() {
			c.outline(s, s.border/2, false)
			c.outline(s, -s.border/2, true)
		})
	}
	return nil
}

// segment draws a straight part of a line.
func (c *canvas) segment(s shape, from, to point) {
	dx, dy := to.x-from.x, to.y-from.y
	length := max(math.Hypot(dx, dy), 1e-9)
	ox, oy := -dy/length*s.border/2, dx/length*s.border/2
	s.x, s.y, s.w, s.h = min(from.x, to.x), min(from.y, to.y), math.Abs(dx), math.Abs(dy)
	c.fill(s.stroke, s, func() {
		c.raster.MoveTo(c.at(point{from.x + ox, from.y + oy}))
		c.raster.LineTo(c.at(point{to.x + ox, to.y + oy}))
		c.raster.LineTo(c.at(point{to.x - ox, to.y - oy}))
		c.raster.LineTo(c.at(point{from.x - ox, from.y - oy}))
		c.raster.ClosePath()
	})
}

// at returns the place of a point in the raster.
func (c *canvas) at(p point) (x, y float32) {
	return float32(p.x*c.scale - c.left), float32(p.y*c.scale - c.top)
}

// fill fills the paths that outline adds for a shape. It processes only the part of the image
// that the shape may touch.
func (c *canvas) fill(paint color.RGBA, s shape, outline func()) {
	x, y, w, h := s.x, s.y, s.w, s.h
	if s.kind == disc {
		x, y, w, h = s.x-s.r, s.y-s.r, 2*s.r, 2*s.r
	}
	grow := s.border/2 + 1
	part := image.Rect(
		int(math.Floor((x-grow)*c.scale)), int(math.Floor((y-grow)*c.scale)),
		int(math.Ceil((x+w+grow)*c.scale)), int(math.Ceil((y+h+grow)*c.scale)),
	).Intersect(c.img.Bounds())
	c.left, c.top = float64(part.Min.X), float64(part.Min.Y)
	c.raster.Reset(part.Dx(), part.Dy())
	outline()
	c.raster.Draw(c.img, part, image.NewUniform(paint), image.Point{})
}

// outline adds the path of a shape, larger by grow points on each side.
func (c *canvas) outline(s shape, grow float64, backwards bool) {
	x, y, w, h, r := s.x-grow, s.y-grow, s.w+2*grow, s.h+2*grow, math.Max(0, s.r+grow)
	switch {
	case s.kind == disc:
		x, y, w, h = s.x-r, s.y-r, 2*r, 2*r
	case s.r == 0:
		r = 0
	}
	// The distance of the control points of a cubic curve that is nearly a quarter of a circle, for radius 1.
	const round = 0.5523
	k := r * (1 - round)
	// Four sides, each followed by a corner: end of side, two control points, end.
	path := [][4]point{
		{{x + w - r, y}, {x + w - k, y}, {x + w, y + k}, {x + w, y + r}},
		{{x + w, y + h - r}, {x + w, y + h - k}, {x + w - k, y + h}, {x + w - r, y + h}},
		{{x + r, y + h}, {x + k, y + h}, {x, y + h - k}, {x, y + h - r}},
		{{x, y + r}, {x, y + k}, {x + k, y}, {x + r, y}},
	}
	cube := func(a, b, e point) {
		ax, ay := c.at(a)
		bx, by := c.at(b)
		ex, ey := c.at(e)
		c.raster.CubeTo(ax, ay, bx, by, ex, ey)
	}
	c.raster.MoveTo(c.at(point{x + r, y}))
	if !backwards {
		for _, p := range path {
			c.raster.LineTo(c.at(p[0]))
			cube(p[1], p[2], p[3])
		}
	} else {
		for i := len(path) - 1; i >= 0; i-- {
			p := path[i]
			c.raster.LineTo(c.at(p[3]))
			cube(p[2], p[1], p[0])
		}
	}
	c.raster.ClosePath()
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

func (c *canvas) close() {
	for _, face := range c.faces {
		face.Close()
	}
}
