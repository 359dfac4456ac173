// Statistics of what was measured.

/** The value below which a share of the values lies. */
export const quantile = (values, share) => {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

/** The middle one of numbers. */
export const median = (values) => quantile(values, 0.5)

/** Median, p95, p99 and extremes of times or sizes. */
export const spreadOf = (values) => ({
  median: median(values),
  p95: quantile(values, 0.95),
  p99: quantile(values, 0.99),
  lowest: Math.min(...values),
  highest: Math.max(...values),
  count: values.length,
})

/** The straight line nearest to points `[x, y]`, by least squares. */
export const lineOf = (points) => {
  const count = points.length
  const mean = (index) => points.reduce((sum, point) => sum + point[index], 0) / count
  const [x, y] = [mean(0), mean(1)]
  const above = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  const below = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
  const slope = below === 0 ? 0 : above / below
  return { slope, start: y - slope * x }
}
