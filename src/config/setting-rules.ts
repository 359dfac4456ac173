import { SETTING_NAMES, type SettingName, type SettingSource } from './setting-source.ts'
import { SETTINGS } from './settings.ts'

type Labels = Pick<SettingSource, 'given' | 'labelOf'>

/** The name under which a setting was given or can be given. */
const labelIn = ({ given, labelOf }: Labels, name: SettingName): string =>
  given.get(name)?.label ?? labelOf(name)

/** Problems with settings in the profile staging, one sentence each. */
export const problemsOfStaging = (
  values: Readonly<Partial<Record<SettingName, unknown>>>,
  source: Labels,
): string[] =>
  SETTING_NAMES.flatMap((name) => {
    const { isRequiredInStaging, refusedInStaging, minLengthInStaging = 0 } = SETTINGS[name]
    const label = labelIn(source, name)
    const value = values[name]
    if (isRequiredInStaging && !source.given.has(name))
      return [`${label} is required in the profile staging`]
    if (typeof value === 'string' && value.length < minLengthInStaging)
      return [`${label} must have at least ${minLengthInStaging} characters in the profile staging`]
    return refusedInStaging !== undefined && value === refusedInStaging
      ? [`${label} must not be the well-known one in the profile staging`]
      : []
  })

interface Paths {
  readonly tokenPath: string
  readonly refreshPath: string
  readonly filesPath: string
}

/** Problems with paths that collide, one sentence each. */
export const problemsOfPaths = (
  { tokenPath, refreshPath, filesPath }: Paths,
  source: Labels,
): string[] => {
  const label = (name: SettingName): string => labelIn(source, name)
  const problems =
    tokenPath === refreshPath
      ? [`${label('tokenPath')} and ${label('refreshPath')} must differ`]
      : []
  for (const [name, path] of [
    ['tokenPath', tokenPath],
    ['refreshPath', refreshPath],
  ] as const)
    if (`${path}/`.startsWith(`${filesPath}/`))
      problems.push(`${label(name)} must not lie below ${label('filesPath')}`)
  return problems
}
