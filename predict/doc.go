// Package predict says how many minutes people take to solve a puzzle.
//
// # Metrics, features, models
//
// A [Metric] is a number worked out from a puzzle alone: its clues, what a person
// does, what the rater and the random solves of package grade say. A [Feature] is
// what a model may use of them: a metric, its logarithm, or a technique's share of
// the steps. A [Model] is a sum of standardised features, written as JSON, so that it
// can be read, checked and passed on. It says what it was fitted on, how well it
// predicts unseen puzzles, and what its limits are; package study fits one.
// [DefaultModel] comes with the program.
//
// # Predictions
//
// A [Predictor] predicts with one model. A [Prediction] is the expected median, the
// range that half of such puzzles fall into, and the figures that lie far outside the
// range that the model was trained on ([Beyond]). For these the model uses the end of
// the range, and the prediction is an extrapolation.
package predict
