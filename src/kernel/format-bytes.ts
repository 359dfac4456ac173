/** A size with its unit, such as `1.5 MiB`. */
export const formatBytes = (bytes: number): string => {
  const unit = UNITS.find(([min]) => bytes >= min)
  if (!unit) return `${bytes} bytes`
  const [size, name] = unit
  return `${(Math.round((bytes / size) * 100) / 100).toLocaleString('en-US')} ${name}`
}

const UNITS = [
  [1_073_741_824, 'GiB'],
  [1_048_576, 'MiB'],
  [1_024, 'KiB'],
] as const
