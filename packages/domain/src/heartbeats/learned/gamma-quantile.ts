/** Stirling's series: nine digits from 8 on, which smaller arguments are raised to. */
export const logGamma = (x: number): number => {
  if (x < 8) return logGamma(x + 1) - Math.log(x)
  const square = x * x
  return (
    (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / x
  )
}

/** The value that a standard normal variable stays below with this probability: three digits (Abramowitz and Stegun 26.2.23). */
export const normalQuantile = (probability: number): number => {
  if (probability > 0.5) return -normalQuantile(1 - probability)
  const t = Math.sqrt(-2 * Math.log(probability))
  return (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t
}

/** The series of the incomplete gamma function: the probability that a gamma variable of this shape and scale 1 is at most `x`. */
const probabilityUpTo = (x: number, shape: number): number => {
  if (x <= 0) return 0
  let term = 1 / shape
  let sum = term
  for (let step = 1; step < mostTerms && term > sum * 1e-10; step += 1) {
    term *= x / (shape + step)
    sum += term
  }
  return sum * Math.exp(shape * Math.log(x) - x - logGamma(shape))
}
const mostTerms = 1000

/** From here on the cube root of a gamma variable is as good as normal (Wilson and Hilferty): its quantiles to a tenth of a percent. */
const normalShape = 50

/** The value that a gamma variable of this shape and scale 1 stays below with this probability. The effort has a fixed limit. */
export const gammaQuantile = (probability: number, shape: number): number => {
  if (shape >= normalShape)
    return shape * (1 - 1 / (9 * shape) + normalQuantile(probability) / (3 * Math.sqrt(shape))) ** 3
  let [low, high] = [0, shape + 12 * (Math.sqrt(shape) + 1)]
  for (let step = 0; step < 32; step += 1) {
    const middle = (low + high) / 2
    if (probabilityUpTo(middle, shape) > probability) high = middle
    else low = middle
  }
  return high
}
