import { refuse } from '../../contract/errors/refusals.ts'
import type { ImageSearchReport } from '../../contract/resources/report-shapes.ts'
import { insertInto } from '../../store/db/statements.ts'
import { imageSearchReports } from '../../store/db/tables/workspace/reports.ts'
import type { ServiceContext } from '../call.ts'
import { mustExist } from '../existence.ts'

const mustBeAsset = mustExist('assets', refuse.unknownAsset)

const insertReport = insertInto(imageSearchReports)

export const saveReport = (call: ServiceContext, report: ImageSearchReport): true => {
  const { contentId = null, likeType = null } = report
  if (contentId !== null && call.variant('A-19-1') === 'assets')
    mustBeAsset(call, 'contentId', [contentId])
  insertReport(call.store, { ...report, receivedAtMs: call.nowMs, contentId, likeType })
  return true
}
