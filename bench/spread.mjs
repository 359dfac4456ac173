// Statistics of what was measured.

/** The value below which a share of the values lies. */
export const quantile = (values, share) => {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

/** The middle one of numbers. */
export const median = (values) => quantile(values, 0.5)
