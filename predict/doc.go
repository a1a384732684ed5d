// Package predict says how many minutes people take to solve a puzzle.
//
// # Metrics, features, models
//
// A [Metric] is a number computed only from a puzzle: from its clues, from what a
// person does, or from the rater and the random solves of package grade. A [Feature]
// is an input of a model: a metric, its logarithm, or a technique's share of the
// steps. A [Model] is a sum of standardised features, written as JSON, so that it can
// be read, checked and shared. It says what it was fitted on, how well it predicts
// unseen puzzles, and what its limits are; package study fits models. [DefaultModel]
// comes with the program.
//
// # Predictions
//
// A [Predictor] predicts with one model. A [Prediction] is the expected median, the
// range that half of such puzzles fall into, and the values (rating, features) that
// are far outside the range that the model was trained on ([Beyond]). For these the
// model uses the end of the range, and the prediction is an extrapolation.
package predict
