//go:build !wasm

package draw

import (
	"fmt"
	"strings"
)

// addFields makes a form of the pages' fields (ISO 32000-1, 12.7): a field for each
// blank, as a child of a field for the puzzle with the common properties. The fields
// are in tab order: puzzle by puzzle, row by row.
func addFields(f *pdfFile, pages []Page) {
	font := f.add("<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>")
	var forms strings.Builder
	for i := range pages {
		var all strings.Builder
		for fields := pages[i].Fields; len(fields) > 0; {
			n := 1
			for n < len(fields) && fields[n].Puzzle == fields[0].Puzzle {
				n++
			}
			parent := len(f.objects) + 1
			var kids strings.Builder
			for k := range n {
				fmt.Fprintf(&kids, "%d 0 R ", parent+1+k)
			}
			all.WriteString(kids.String())
			fmt.Fprintf(&forms, "%d 0 R ", parent)
			f.add("<</FT /Tx /T %s /MaxLen %d /Q 1 /DA (/Helv %.1f Tf 0 g) /Kids [%s]>>", pdfText(fields[0].Puzzle), fields[0].Length, fields[0].Side*0.62, kids.String())
			for _, field := range fields[:n] {
				y := pages[i].Bottom - field.Y
				name := pdfText(field.Cell)
				f.add("<</Type /Annot /Subtype /Widget /Parent %d 0 R /T %s /TU %s /F 4 /P %d 0 R /Rect [%.2f %.2f %.2f %.2f]>>",
					parent, name, name, pageObject(i), field.X, y-field.Side, field.X+field.Side, y)
			}
			fields = fields[n:]
		}
		if all.Len() == 0 {
			continue
		}
		if page := pageObject(i); strings.Contains(string(f.objects[page-1]), "/Annots [") {
			f.insert(page, "/Annots [", all.String())
		} else {
			f.insert(page, "/Parent 1 0 R\n", "/Annots ["+all.String()+"]\n")
		}
	}
	f.insert(f.catalog(), "/Type /Catalog\n", fmt.Sprintf("/AcroForm <</Fields [%s] /DR <</Font <</Helv %d 0 R>>>> /DA (/Helv 12 Tf 0 g)>>\n", forms.String(), font))
}
