import type { OperationName } from '../contract/operation.ts'

/** A family of operations, by which documents group them. */
interface Tag {
  readonly name: string
  readonly description: string
  readonly of: readonly OperationName[]
}

/** Every family, and its operations and supporting routes. */
export const TAGS: readonly Tag[] = [
  {
    name: 'Tokens',
    description: 'Access tokens and refresh tokens, which the interface document names only.',
    of: ['get-token', 'refresh-token'],
  },
  {
    name: 'Uploads',
    description: 'From the bytes of a file to an uploaded file; E16 makes atoms of it.',
    of: ['begin-upload', 'send-part', 'show-upload', 'abort-upload', 'send-file', 'E13'],
  },
  {
    name: 'Assets',
    description: 'Atoms of uploaded files, their ingestion into the library, details of assets.',
    of: ['E4', 'E16', 'E21'],
  },
  {
    name: 'Downloads',
    description: 'Files and pictures behind the signed URLs of answers.',
    of: ['download'],
  },
  {
    name: 'Asset collections',
    description: 'Material groups: search, and adding assets.',
    of: ['E1', 'E22'],
  },
  { name: 'Archive', description: 'Archive groups of the library.', of: ['E17'] },
  { name: 'Metadata', description: 'Values of metadata fields.', of: ['E20'] },
  {
    name: 'Approvals',
    description: 'The approval center: tasks, and approvals of assets from outside.',
    of: ['E5', 'E9'],
  },
  {
    name: 'Portal',
    description: 'Content distribution: published contents of blocks, and collaborators.',
    of: ['E6', 'E11', 'E14'],
  },
  {
    name: 'Marketing',
    description: 'Private-domain marketing: crowd packs, their members, marketing tasks.',
    of: ['E7', 'E10', 'E15', 'E18'],
  },
  { name: 'Social media', description: 'Statistics of posts.', of: ['E2'] },
  { name: 'Notifications', description: 'Notifications inside the application.', of: ['E12'] },
  { name: 'Users', description: 'Users by their ids.', of: ['E8'] },
  {
    name: 'Reports',
    description: 'What visitors and users did: tracking, and the effect of image searches.',
    of: ['E3', 'E19'],
  },
]

/** The family of an operation or a supporting route. */
export const tagOf = (name: OperationName): string =>
  TAGS.find(({ of }) => of.includes(name))?.name ?? 'Other'
