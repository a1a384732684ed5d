// Package predict says how many minutes people take for a puzzle.
//
// # Metrics, features, models
//
// A [Metric] is what is worked out from a puzzle alone: its clues, what a person
// does, what the rater and the random solves of package grade say. A [Feature] is
// what a model may use of them: a metric, its logarithm, or a technique's share of
// the steps. A [Model] is a sum of standardised features, written as JSON, so that it
// can be read, checked and given on. It says what it was fitted on, how well it
// predicts puzzles that it has not seen, and what it cannot say; package study fits
// one. [DefaultModel] comes with the program.
//
// # Predictions
//
// A [Predictor] predicts with one model. A [Prediction] is the median that is
// expected, the range that half of such puzzles fall into, and what of the puzzle lies
// far outside the range that the model was trained on ([Beyond]): there the model
// holds a figure at the end of the range, and the prediction is an extrapolation.
package predict
