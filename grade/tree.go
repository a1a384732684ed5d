package grade

// tree is the breadth-first search of static chains in the exact order of the
// original: true candidates exclude others, false ones make partners true, first
// come first served. Searches that only ask how long the shortest chain is use
// sets (see waves); a tree is grown where the path itself matters.
type tree[S ids] struct {
	kind     int
	on, off  []int16 // in order of discovery
	lastOn   int     // on[lastOn:] is the newest level
	lastOff  int
	onFrom   []int16 // the false candidate that made this one true
	offFrom  []int16 // the true candidate that made this one false; -1 for the root
	rule     []uint8 // how onFrom did
	seenOn   S
	seenOff  S
	keepOnly S // false candidates that are of interest
}

// plant starts with one candidate, true or false. keep is the set of false
// candidates of interest; those without a partner lead nowhere.
func (t *tree[S]) plant(p *position[S], kind int, root int16, isOn bool, keep *S) {
	var none S
	t.kind, t.keepOnly = kind, *keep
	t.seenOn, t.seenOff = none, none
	t.onFrom, t.offFrom, t.rule = resize(t.onFrom, p.n), resize(t.offFrom, p.n), resize(t.rule, p.n)
	t.on, t.off = t.on[:0], t.off[:0]
	t.lastOn, t.lastOff = 0, 0
	if isOn {
		add(&t.seenOn, root)
		t.on = append(t.on, root)
		t.onFrom[root], t.rule[root] = -1, noRule
	} else {
		add(&t.seenOff, root)
		t.off = append(t.off, root)
		t.offFrom[root] = -1
	}
}

// growOff lets the newest true candidates exclude others, and reports whether
// there are new ones.
func (t *tree[S]) growOff(p *position[S]) bool {
	next := len(t.off)
	for _, x := range t.on[t.lastOn:] {
		fresh := p.weak[exclusions[t.kind]][x]
		intersect(&fresh, &t.keepOnly)
		subtract(&fresh, &t.seenOff)
		if empty(&fresh) {
			continue
		}
		unite(&t.seenOff, &fresh)
		for _, q := range p.listed(t.kind, x) {
			if has(&fresh, q) {
				t.off = append(t.off, q)
				t.offFrom[q] = x
			}
		}
	}
	t.lastOff = next
	return len(t.off) > next
}

// growOn lets the newest false candidates make others true.
func (t *tree[S]) growOn(p *position[S]) bool {
	first, last := p.rules(t.kind)
	next := len(t.on)
	for _, q := range t.off[t.lastOff:] {
		for r := first; r <= last; r++ {
			x := p.partner[q][r]
			if x < 0 || has(&t.seenOn, x) {
				continue
			}
			add(&t.seenOn, x)
			t.on = append(t.on, x)
			t.onFrom[x], t.rule[x] = q, uint8(r)
		}
	}
	t.lastOn = next
	return len(t.on) > next
}

// descends reports whether the false candidate q is on the path to the true x.
func (t *tree[S]) descends(x, q int16) bool {
	for {
		o := t.onFrom[x]
		if o < 0 || o == q {
			return o == q
		}
		if x = t.offFrom[o]; x < 0 {
			return false
		}
	}
}
