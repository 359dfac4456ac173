type Feature = readonly [tag: string, description: string]

/** The features of the control plane, by the first part of their paths. */
const FEATURES: ReadonlyMap<string, Feature> = new Map(
  Object.entries<Feature>({
    workspaces: ['Workspaces', 'Isolated: each has data, clock and journal of its own.'],
    reset: ['Reset', 'Back to the starting data, all of it or parts.'],
    snapshots: ['Snapshots', 'Named copies of the data, to restore later.'],
    clock: ['Clock', 'The time of a workspace: real, shifted or frozen.'],
    faults: ['Faults', 'Rules that make calls fail, wait or break off.'],
    journal: ['Journal', 'The calls of a workspace, and expectations about them.'],
    findings: ['Findings', 'What was odd about answered calls, with remedies.'],
    coverage: ['Coverage', 'What a suite has called, and what it has been answered.'],
    assumptions: ['Assumptions', 'Decisions about what the interface document does not show.'],
    variants: ['Variants', 'Choices about what the interface document does not show.'],
    variation: ['Variation', 'Seeded variation of what the interface document does not promise.'],
    fixtures: ['Fixtures', 'Credentials and ready-made ids.'],
    library: ['Library', 'Collections, assets, and who sees them.'],
    portals: ['Portals', 'Portals and their blocks.'],
    records: ['Records', 'Rows that operations have written and no operation shows.'],
    approvals: ['Approvals', 'Decisions about tasks of approvals.'],
    seed: ['Seed data', 'Data in the format of seed files.'],
    states: ['Named states', 'Data in which a case holds, by name.'],
    export: ['Export', 'Data and files of a workspace as one archive.'],
  }),
)

const SERVER: Feature = ['Server', 'The server itself: version, storage, documents.']

const featureOf = (path: string): Feature => FEATURES.get(path.split('/')[1] ?? '') ?? SERVER

export const controlTagOf = (path: string): string => featureOf(path)[0]

export const controlTags = (paths: readonly string[]): { name: string; description: string }[] => {
  const used = new Set(paths.map(controlTagOf))
  return [...FEATURES.values(), SERVER]
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }))
}
