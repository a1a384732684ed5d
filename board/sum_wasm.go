package board

// crypto/sha256 links its whole module into a program, with a source of entropy that
// takes 32 MiB of memory. In a browser that is half of the memory allowed.
func sum256(text []byte) [32]byte { return shortSum256(text) }
