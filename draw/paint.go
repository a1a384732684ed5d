package draw

// painter has a function for each kind of shape, which paints it in one format. A function is
// nil if no page in that format has the shape.
type painter struct {
	rects func([]Rect)
	arrow func(*Arrow)
	disc  func(Disc)
	star  func(*Star)
	image func(*Image) error
	texts func([]Text) error
	lines func([]Line)
}

// paint paints the shapes of a page from the lowest layer up.
func (p *Page) paint(to painter) error {
	if p.Ground != nil {
		if err := to.image(p.Ground); err != nil {
			return err
		}
	}
	to.rects(p.Shades)
	for i := range p.Arrows {
		to.arrow(&p.Arrows[i])
	}
	for _, d := range p.Discs {
		to.disc(d)
	}
	for i := range p.Stars {
		to.star(&p.Stars[i])
	}
	to.rects(p.Rules)
	for i := range p.Images {
		if err := to.image(&p.Images[i]); err != nil {
			return err
		}
	}
	texts := p.inColours()
	for i := range texts {
		if m := p.symbolImage(&texts[i]); m != nil {
			if err := to.image(m); err != nil {
				return err
			}
		}
	}
	if err := to.texts(texts); err != nil {
		return err
	}
	if to.lines != nil {
		to.lines(p.Lines)
	}
	return nil
}
