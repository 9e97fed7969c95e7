/**
 * How counts of requests scatter. `spread` is the squared coefficient of variation of the rate itself: with 0 the counts are those of a
 * Poisson process, with more they are those of a negative binomial distribution of the variance `mean + spread * mean²`.
 */
export interface CountDistribution {
  mean: number
  spread: number
}

/** Stirling's series: nine digits from 8 on, which smaller arguments are raised to. */
const logGamma = (x: number): number => {
  if (x < 8) return logGamma(x + 1) - Math.log(x)
  const square = x * x
  return (
    (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / x
  )
}

/** Beneath it the distribution is as good as that of Poisson, and its logarithms lose their digits. */
const leastSpread = 1e-7

const logProbability = (count: number, { mean, spread }: CountDistribution): number => {
  if (spread < leastSpread) return count * Math.log(mean) - mean - logGamma(count + 1)
  const shape = 1 / spread
  const missRate = Math.log1p(spread * mean)
  return (
    logGamma(count + shape) -
    logGamma(shape) -
    logGamma(count + 1) -
    shape * missRate +
    count * (Math.log(spread * mean) - missRate)
  )
}

/** How much likelier the next count is than this one. */
const ratio = (count: number, { mean, spread }: CountDistribution): number =>
  (((1 + count * spread) / (count + 1)) * mean) / (1 + spread * mean)

/** What is further from the mean than so many standard deviations has no weight in any probability that is asked for. */
const mostDeviations = 12

const deviationOf = ({ mean, spread }: CountDistribution) => Math.sqrt(mean + spread * mean * mean)

/** The least count of which the probability of it or less exceeds this one. */
const quantile = (distribution: CountDistribution, probability: number): number => {
  const { mean } = distribution
  if (mean <= 0) return 0
  let count = Math.max(0, Math.floor(mean - mostDeviations * deviationOf(distribution)))
  let weight = Math.exp(logProbability(count, distribution))
  let sum = weight
  const last = mean + 1000 * (1 + deviationOf(distribution))
  while (sum <= probability && count < last) {
    weight *= ratio(count, distribution)
    count += 1
    sum += weight
  }
  return count
}

/** The lowest count that is still usual: one beneath it has at most this probability. 0 where not even none at all is that rare. */
export const lowestCount = (distribution: CountDistribution, probability: number): number =>
  quantile(distribution, probability)

/** The highest count that is still usual: one above it has at most this probability. */
export const highestCount = (distribution: CountDistribution, probability: number): number =>
  quantile(distribution, 1 - probability)
