package grade

// budget limits the work of one grade. It counts the candidates that searches
// record, not time, so that a grade is the same on every machine.
type budget struct {
	limit int64 // 0: none
	spent int64
	stop  func() bool // asked now and then; nil: never
	asked int64       // spent when stop was asked last
	out   bool        // nothing is left, or stop said so
}

// between is the work between two questions to stop, about a millisecond.
const between = 10_000

// begin starts a puzzle.
func (b *budget) begin() { b.spent, b.asked, b.out = 0, 0, false }

// spend counts work. Searches look at out after each of their parts.
func (b *budget) spend(work int) {
	b.spent += int64(work)
	if b.limit > 0 && b.spent > b.limit {
		b.out = true
	}
	if b.stop != nil && b.spent-b.asked > between {
		b.asked = b.spent
		b.out = b.out || b.stop()
	}
}
