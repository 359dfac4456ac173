import { mostLike } from '../../contract/errors/did-you-mean.ts'
import type { ApprovalTask, ApprovalTaskQuery } from '../../contract/resources/approval-shapes.ts'
import { selectFrom } from '../../store/db/statements.ts'
import { APPROVAL_CATEGORY, approvalTasks } from '../../store/db/tables/workspace/approvals.ts'
import type { ServiceContext } from '../call.ts'
import { nameListOutcome, pageAnswer, requestedPage } from '../page-request.ts'

const IS_ASKED = `created_at_ms >= :fromMs
  AND (:category IS NULL OR category = :category OR process_category = :processCategory)
  AND (:isEnded IS NULL OR (ended_at_ms IS NOT NULL) = :isEnded)`

const pageOfTasks = selectFrom(
  approvalTasks,
  `WHERE ${IS_ASKED} ORDER BY created_at_ms, sequence LIMIT (:limit + 0) OFFSET (:offset + 0)`,
)

const COUNT_TASKS = `SELECT count(*) FROM approval_tasks WHERE ${IS_ASKED}`

/** Tasks that started at or after an instant, oldest first, one page (E5). */
export const listTasks = (call: ServiceContext, query: ApprovalTaskQuery) => {
  const page = requestedPage(call, query.page)
  const asked = {
    isEnded: endedFor(call, query.finished),
    fromMs: query.createTimeForm,
    ...categoriesFor(call, query.category),
  }
  const rows = pageOfTasks(call.store, { ...asked, limit: page.size, offset: page.offset })
  const totalCount = call.store.value<number>(COUNT_TASKS, asked) ?? 0
  nameListOutcome(call, page, rows.length)
  warnOfCategory(call, query.category, totalCount)
  if (rows.some(({ endedAtMs }) => endedAtMs !== null)) call.outcome('ended-task')
  return pageAnswer(page, totalCount, rows.map(toWire))
}

/** Warns when nothing matched and no task at all has the category. */
const warnOfCategory = (
  call: ServiceContext,
  category: string | undefined,
  matching: number,
): void => {
  if (matching > 0 || category === undefined || category === APPROVAL_CATEGORY) return
  const everything = { isEnded: null, fromMs: 0, ...categoriesFor(call, category) }
  if (call.store.value<number>(COUNT_TASKS, everything) === 0)
    call.warn('unknown-filter-value', 'category', mostLike(category, [APPROVAL_CATEGORY]))
}

const toWire = (task: typeof approvalTasks.$inferSelect): ApprovalTask => ({
  id: task.id,
  key: task.key,
  processName: task.processName,
  approvalId: String(task.approvalId),
  processCategory: task.processCategory,
  category: task.category,
  submitter: task.submitter,
  assignee: task.assignee,
  createTime: task.createdAtMs ?? 0,
  endTime: task.endedAtMs,
  approvalStatus: task.status,
})

/** 1 for ended tasks, 0 for unfinished ones, null for both (A-5-1). */
const endedFor = (call: ServiceContext, finished: boolean | undefined): 0 | 1 | null => {
  if (finished === undefined) return call.variant('A-5-1') === 'both' ? null : 0
  return finished ? 1 : 0
}

/** What the category of a request is compared with (A-5-3); null compares with nothing. */
const categoriesFor = (call: ServiceContext, asked: string | undefined) => {
  if (asked === undefined) return { category: null, processCategory: null }
  const variant = call.variant('A-5-3')
  return {
    category: variant === 'ignored' ? null : asked,
    processCategory: variant === 'either' ? asked : null,
  }
}
