/** The families by which documents group operations and supporting routes: what each is about, in the order of documents. */
export const TAGS = {
  Tokens: 'Access tokens and refresh tokens, which the interface document names only.',
  Uploads: 'From the bytes of a file to an uploaded file; E16 creates atoms from it.',
  Assets: 'Atoms of uploaded files, their ingestion into the library, details of assets.',
  Downloads: 'Files and pictures behind the signed URLs of answers.',
  'Asset collections': 'Material groups: search, and adding assets.',
  Archive: 'Archive groups of the library.',
  Metadata: 'Values of metadata fields.',
  Approvals: 'The approval center: tasks, and approvals of assets from outside.',
  Portal: 'Content distribution: published contents of blocks, and collaborators.',
  Marketing: 'Private-domain marketing: crowd packs, their members, marketing tasks.',
  'Social media': 'Statistics of posts.',
  Notifications: 'Notifications inside the application.',
  Users: 'Users by their ids.',
  Reports: 'What visitors and users did: tracking, and the effect of image searches.',
} as const

export type Tag = keyof typeof TAGS
