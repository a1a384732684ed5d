package main

// wait keeps the program alive: its exports answer while main waits.
func wait() { select {} }
