package hint

// For the tests in hint_test, which make puzzles with package generate.
var Someway = someway
