import { gammaQuantile, logGamma, normalQuantile } from './gamma-quantile.ts'

/**
 * How counts of requests scatter. `spread` is the squared coefficient of variation of the rate itself: with 0 the counts are those of a
 * Poisson process, with more they are those of a negative binomial distribution of the variance `mean + spread * mean²`.
 */
export interface CountDistribution {
  mean: number
  spread: number
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

/** Adds the probabilities count by count. Only for small means, since the effort grows with them. */
const summedQuantile = (distribution: CountDistribution, probability: number): number => {
  const { mean } = distribution
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

/**
 * By the gamma distribution of the same mean and variance. Its third cumulant exceeds that of the counts by their variance, whatever the
 * mean and the spread are: Cornish and Fisher's term for that is subtracted. The result differs from the exact one by no more than two
 * counts and a twentieth of a standard deviation; the effort does not depend on the mean.
 */
const gammaLikeQuantile = ({ mean, spread }: CountDistribution, probability: number): number => {
  const scale = 1 + spread * mean
  const value = scale * gammaQuantile(probability, mean / scale)
  return Math.max(0, Math.round(value - (normalQuantile(probability) ** 2 - 1) / 6))
}

/** Up to this mean counts are summed one by one. */
const mostSummed = 256

/** The least count of which the probability of it or less exceeds this one. */
const quantile = (distribution: CountDistribution, probability: number): number => {
  if (distribution.mean <= 0) return 0
  return distribution.mean <= mostSummed
    ? summedQuantile(distribution, probability)
    : gammaLikeQuantile(distribution, probability)
}

/** The lowest count that is still usual: one beneath it has at most this probability. 0 where not even none at all is that rare. */
export const lowestCount = (distribution: CountDistribution, probability: number): number =>
  quantile(distribution, probability)

/** The highest count that is still usual: one above it has at most this probability. */
export const highestCount = (distribution: CountDistribution, probability: number): number =>
  quantile(distribution, 1 - probability)
