//go:build !wasm

package draw

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// A tagged PDF records the types of its texts and their reading order (ISO 32000-1,
// 14.7 and 14.8): each run of texts is enclosed by two operators and has a number on
// its page, and a tree of structure elements refers to the numbers.

// element is a structure element with its single run.
type element struct {
	*Part
	page, id int
}

// structure collects the elements of a document, in reading order.
type structure struct {
	elements []element
	runs     []int // by page, without artifacts
}

// page returns the operators to write before each text of a page, and adds its elements.
func (s *structure) page(p *Page) []string {
	index := len(s.runs)
	parts := slices.Clone(p.Parts)
	owner := make([]int, len(p.Texts)) // by text: its part, counted from 1
	for k := range parts {
		for i := parts[k].From; i < parts[k].To; i++ {
			owner[i] = k + 1
		}
	}
	// Any other text is a paragraph, read before the next part that follows it on the
	// page.
	for i, k := range owner {
		if k != 0 {
			continue
		}
		at := slices.IndexFunc(parts, func(q Part) bool { return q.From > i })
		if at < 0 {
			at = len(parts)
		}
		parts = slices.Insert(parts, at, Part{Kind: Paragraph, From: i, To: i + 1})
		for j, other := range owner {
			if other > at {
				owner[j]++
			}
		}
		owner[i] = at + 1
	}
	before, ids, runs := make([]string, len(p.Texts)), make([]int, len(parts)), 0
	for i, k := range owner {
		if i > 0 && k == owner[i-1] {
			continue
		}
		if i > 0 {
			before[i] = "EMC\n"
		}
		if parts[k-1].Kind == Artifact {
			before[i] += "/Artifact BMC"
			continue
		}
		before[i] += fmt.Sprintf("/%s <</MCID %d>> BDC", parts[k-1].Kind, runs)
		ids[k-1] = runs
		runs++
	}
	for k := range parts {
		if parts[k].Kind != Artifact && parts[k].From < parts[k].To {
			s.elements = append(s.elements, element{&parts[k], index, ids[k]})
		}
	}
	s.runs = append(s.runs, runs)
	return before
}

// space returns the space between a text and the next text of its part. Without it, the
// last word of a line and the first of the next would be read as one.
func (s *structure) space(p *Page, i int) string {
	if slices.ContainsFunc(p.Parts, func(q Part) bool { return q.Kind != Figure && q.From <= i && i+1 < q.To }) {
		return " "
	}
	return ""
}

// add writes the tree into a file.
func (s *structure) add(f *pdfFile, pages []Page) {
	root := len(f.objects) + 1
	document, first := root+1, root+3
	var kids strings.Builder
	parents := make([][]int, len(s.runs)) // by page and run: the object of the element
	for i, n := range s.runs {
		parents[i] = make([]int, n)
	}
	toc, items := first+len(s.elements), ""
	for k := range s.elements {
		e := &s.elements[k]
		parents[e.page][e.id] = first + k
		switch {
		case e.Kind != ContentsItem:
			fmt.Fprintf(&kids, "%d 0 R ", first+k)
		case items == "": // the contents are one list
			fmt.Fprintf(&kids, "%d 0 R ", toc)
			fallthrough
		default:
			items += fmt.Sprintf("%d 0 R ", first+k)
		}
	}
	f.add("<</Type /StructTreeRoot /K %d 0 R /ParentTree %d 0 R /ParentTreeNextKey %d>>", document, document+1, len(pages))
	f.add("<</Type /StructElem /S /Document /P %d 0 R /K [%s]>>", root, kids.String())
	var tree strings.Builder
	for i, runs := range parents {
		fmt.Fprintf(&tree, "%d [", i)
		for _, object := range runs {
			fmt.Fprintf(&tree, "%d 0 R ", object)
		}
		tree.WriteString("]\n")
	}
	f.add("<</Nums [%s]>>", tree.String())
	for k := range s.elements {
		e := &s.elements[k]
		more := ""
		if e.Kind == Figure {
			b, high := e.Box, pages[e.page].Bottom
			more = fmt.Sprintf(" /Alt %s /A <</O /Layout /BBox [%.2f %.2f %.2f %.2f]>>", pdfText(e.Alt), b.X, high-b.Y-b.H, b.X+b.W, high-b.Y)
		}
		parent := document
		if e.Kind == ContentsItem {
			parent = toc
		}
		f.add("<</Type /StructElem /S /%s /P %d 0 R /Pg %d 0 R /K %d%s>>", e.Kind, parent, pageObject(e.page), e.id, more)
	}
	if items != "" {
		f.add("<</Type /StructElem /S /TOC /P %d 0 R /K [%s]>>", document, items)
	}
	for i := range pages {
		f.insert(pageObject(i), "/Parent 1 0 R\n", fmt.Sprintf("/StructParents %d\n/Tabs /S\n", i))
	}
	f.insert(f.catalog(), "/Type /Catalog\n", fmt.Sprintf("/MarkInfo <</Marked true>>\n/StructTreeRoot %d 0 R\n", root))
}

// accessible is the metadata of a tagged PDF: also its language, and that it is made by the
// rules of PDF/UA-1 (ISO 14289-1, 5).
func (doc *Document) accessible() []byte {
	return doc.xmp(`xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"`,
		"<pdfuaid:part>1</pdfuaid:part><dc:language><rdf:Bag><rdf:li>"+escaped(doc.Lang)+"</rdf:li></rdf:Bag></dc:language>")
}

// pdfText encodes a text as a PDF string: unchanged, or in UTF-16.
func pdfText(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) {
		return "(" + strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace(s) + ")"
	}
	var b strings.Builder
	for _, code := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, "%04X", code)
	}
	return "<FEFF" + b.String() + ">"
}
