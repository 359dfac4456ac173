import { quote } from './quote.ts'
import { fieldKind, kind, unknown } from './refusal.ts'

/** Refusals of requests that do not agree with the data of the workspace: `9003…`. */
export const DATA_REFUSALS = {
  unknownUser: unknown('90030001', 'a user'),
  unknownAsset: unknown('90030002', 'an asset'),
  unknownCollection: unknown('90030003', 'a collection'),
  unknownDepartment: unknown('90030004', 'a department'),
  unknownDimension: unknown('90030005', 'a dimension'),
  unknownProcessDefinition: unknown('90030006', 'a process definition'),
  unknownCrowdPack: fieldKind(
    '90030007',
    'No crowd pack has this id, corpId and source together.',
    (field: string, id: number, corpId: string, source: string) =>
      `${field}: there is no crowd pack ${id} of corpId ${quote(corpId)} and source ${quote(source)}`,
  ),
  unknownPortal: unknown('90030008', 'a portal'),
  unknownBlock: unknown('90030009', 'a block'),
  unknownContent: unknown('90030010', 'a content'),
  unknownMarketingTask: unknown('90030011', 'a marketing task'),
  unknownMarketingPlan: unknown('90030012', 'a marketing plan'),
  unknownContentGroup: unknown('90030013', 'a content group'),
  unknownMetadataField: unknown('90030014', 'a metadata field'),
  unknownMetadataValue: unknown('90030015', 'a metadata value'),
  unknownUpload: unknown('90030016', 'an upload', { fileStatus: 404 }),
  unknownArchiveGroup: unknown('90030023', 'an archive group'),
  wrongUploadPath: fieldKind(
    '90030017',
    'The path is not the one of the upload.',
    (field: string, path: string) => `${field}: the upload has another path than ${quote(path)}`,
  ),
  wrongParts: fieldKind(
    '90030018',
    'The parts listed are not those that have arrived.',
    (field: string, problem: string) => `${field}: ${problem}`,
  ),
  abortedUpload: fieldKind(
    '90030019',
    'The upload was aborted.',
    (field: string, id: string) => `${field}: the upload ${quote(id)} was aborted`,
    { fileStatus: 409 },
  ),
  expiredUpload: fieldKind(
    '90030024',
    'The upload was not completed in time.',
    (field: string, id: string) => `${field}: the upload ${quote(id)} has expired; begin a new one`,
    { fileStatus: 410 },
  ),
  completedUpload: fieldKind(
    '90030025',
    'The upload is completed and takes no more parts.',
    (field: string, id: string) => `${field}: the upload ${quote(id)} is completed already`,
    { fileStatus: 409 },
  ),
  wrongDigest: kind(
    '90030026',
    'The bytes that arrived do not have the MD5 that was announced.',
    (header: string, arrived: string) =>
      `${header} does not fit the bytes that arrived, whose MD5 is ${arrived}; nothing was kept`,
  ),
  fileTooLarge: kind(
    '90030027',
    'The bytes of a part or of a file are more than one request may carry.',
    (limit: string) => `One request may carry at most ${limit}; nothing of this one was kept`,
    { fileStatus: 413 },
  ),
  unfinishedBody: kind(
    '90030028',
    'The bytes of a request ended before they were complete.',
    () => 'The bytes ended before they were complete; nothing of them was kept',
  ),
  unsignedUrl: kind(
    '90030029',
    'A file URL has no valid expiry and signature.',
    (reason: string) => `The URL is refused: ${reason}; use it exactly as an operation answered it`,
    { fileStatus: 403 },
  ),
  expiredUrl: kind(
    '90030030',
    'A file URL has expired.',
    (expiredAt: string) => `The URL expired at ${expiredAt}; request a new one`,
    { fileStatus: 403 },
  ),
  noFile: kind(
    '90030031',
    'The file of a URL no longer exists.',
    (path: string) => `There is no file behind ${quote(path)}`,
    { fileStatus: 404 },
  ),
  badRange: kind(
    '90030032',
    'The requested range lies outside the file.',
    (sizeBytes: number) => `Range lies outside the file, which has ${sizeBytes} bytes`,
    { fileStatus: 416 },
  ),
  neverUploaded: fieldKind(
    '90030020',
    'The path has no completed upload (variant of A-16-1).',
    (field: string, path: string) => `${field}: no completed upload has the path ${quote(path)}`,
  ),
  wrongSize: fieldKind(
    '90030021',
    'The size declared is not the size of the uploaded file.',
    (field: string, declared: number, actual: number) =>
      `${field} is ${declared}, but the uploaded file has ${actual} bytes`,
  ),
  openUpload: fieldKind(
    '90030060',
    'The parts of the upload at the path are not merged yet (variant of A-16-1).',
    (field: string, id: string) =>
      `${field}: the upload ${quote(id)} is not completed; merge its parts with E13 first`,
  ),
  unknownObject: unknown('90030041', 'an asset or atom'),
  unknownAtom: unknown('90030042', 'an atom'),
  fileForAsset: fieldKind(
    '90030043',
    'The id of a file stands where that of its asset is expected (A-id-1).',
    (field: string, id: number, assetId: number) =>
      `${field}: ${id} is the file of asset ${assetId}; use ${assetId}`,
  ),
  atomForAsset: fieldKind(
    '90030044',
    'The id of an atom stands where that of an asset is expected (A-id-1).',
    (field: string, id: number) =>
      `${field}: ${id} is an atom, not an asset; call E21 to ingest it`,
  ),
  assetForAtom: fieldKind(
    '90030045',
    'The id of an asset stands where that of an atom is expected (A-id-1).',
    (field: string, id: number) =>
      `${field}: ${id} is an asset, not an atom; use an id that E16 answered`,
  ),
  otherProcessCategory: fieldKind(
    '90030046',
    'The process definition is one of another category (A-9-9).',
    (field: string, id: number, category: string, expected: string) =>
      `${field}: definition ${id} is of the category ${quote(category)}; expected one of ${quote(expected)}`,
  ),
  noTask: fieldKind(
    '90030022',
    'An approval would have no task.',
    (field: string) =>
      `${field} must name at least one task, such as task1, with at least one user id`,
  ),
} as const
