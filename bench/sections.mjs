// The sections of a complete run: which command measures each, and how their results become one.
import { PEER_OPERATION, PEERS } from './contenders.mjs'
import { mergeSamples, ratiosTo, summaryOf } from './peers-summary.mjs'

const range = (count, make) => Array.from({ length: count }, (_, index) => make(index + 1))

const PROFILED = 3

/** The operations that are the lowest beside bare Fastify by processor time. */
const lowestOf = (peers) =>
  ratiosTo(peers, 'fastify', 'cpu')
    .sort((one, other) => one.ratio - other.ratio)
    .slice(0, PROFILED)
    .map(({ id }) => id)

/** Commands by the name of the file that keeps their result; a long measurement is several, so that a run that was cut goes on where it was. */
export const sectionsOf = ({ rounds, seconds, calls, million }, { peers } = {}) => [
  { name: 'starts', command: ['starts.mjs'] },
  { name: 'control', command: ['control.mjs', '300'] },
  { name: 'control-folder', command: ['control.mjs', '300', '--data'] },
  { name: 'workspaces', command: ['workspaces.mjs', '1000'] },
  { name: 'files', command: ['large-file.mjs', '512', '--rounds', rounds] },
  ...range(Number(rounds), (round) => ({
    name: `peers-${round}`,
    command: [
      ...['peers.mjs', '--peers', '--info', '--rounds', '1', '--first', `${round}`],
      ...['--seconds', seconds],
    ],
  })),
  { name: 'after-writes', command: ['after-writes.mjs', '--rounds', rounds] },
  ...(peers ? [{ name: 'profiles', command: ['profile.mjs', `${lowestOf(peers)}`, '3'] }] : []),
  ...['reads', 'writes', 'mixed'].map((phase) => ({
    name: `soak-${phase}`,
    command: ['soak.mjs', '--phases', phase, '--calls', calls],
  })),
  { name: 'growth', command: ['grow.mjs', ...(million ? ['--million'] : [])] },
]

const listOf = (parts, prefix) =>
  Object.keys(parts)
    .filter((name) => name.startsWith(prefix))
    .map((name) => parts[name].result)

const peersOf = (runs) => ({
  ...summaryOf(mergeSamples(runs.map(({ samples }) => samples))),
  ...{ versions: runs[0].versions, seconds: runs[0].seconds, rounds: runs.length },
})

const soakOf = (runs) => ({
  ...runs[0],
  phases: runs.flatMap(({ phases }) => phases),
})

/** The results that the documents are made of; what was not measured is missing. `parts` are the kept files by name. */
export const resultsOf = (parts) => {
  const [peers, soak] = [listOf(parts, 'peers-'), listOf(parts, 'soak-')]
  const control = listOf(parts, 'control')
  const single = ['starts', 'workspaces', 'files', 'profiles', 'growth'].filter(
    (name) => parts[name],
  )
  return {
    ...Object.fromEntries(single.map((name) => [name, parts[name].result])),
    ...(control.length > 0 && { control }),
    ...(parts['after-writes'] && { afterWrites: parts['after-writes'].result }),
    ...(peers.length > 0 && { peers: peersOf(peers) }),
    ...(soak.length > 0 && { soak: soakOf(soak) }),
    facts: Object.values(parts).map(({ facts }) => facts),
  }
}

const OPERATIONS = 22
const ROUNDS = 3
const CALLS = 2_000_000
const ROWS = 1_000_000

/** What the document cannot be without, as sentences; empty for a complete run. */
export const missingOf = ({
  peers,
  afterWrites,
  profiles,
  starts,
  control,
  workspaces,
  files,
  growth,
  soak,
}) => {
  const mixed = soak?.phases.find(({ phase }) => phase === 'mixed')
  const isMissing = {
    'every operation with three rounds': !(
      peers?.rounds >= ROUNDS && Object.keys(peers.calls).length === OPERATIONS
    ),
    'every peer': !PEERS.every((name) => peers?.calls[PEER_OPERATION]?.programs[name]),
    'reads after a write': !afterWrites,
    profiles: !profiles,
    starts: !starts,
    'control plane in memory and in a folder': control?.length !== 2,
    workspaces: !workspaces,
    files: !files,
    'growth with 1,000,000 rows': growth?.at(-1).size !== ROWS,
    'soak of 2,000,000 calls and its two other phases': !(
      mixed?.calls >= CALLS && soak.phases.length === 3
    ),
  }
  return Object.keys(isMissing).filter((name) => isMissing[name])
}
