import { and, asc, eq, gte, or, sql } from 'drizzle-orm'
import type { ApprovalTask, ApprovalTaskQuery } from '../../contract/resources/approval-shapes.ts'
import { boundNumber, prepared } from '../../store/db/store.ts'
import { APPROVAL_CATEGORY, approvalTasks } from '../../store/db/tables/workspace/approvals.ts'
import type { ServiceContext } from '../call.ts'
import { nameListOutcome, pageAnswer, requestedPage } from '../page-request.ts'

const isAsked = and(
  gte(approvalTasks.createdAtMs, sql.placeholder('fromMs')),
  or(
    sql`${sql.placeholder('category')} IS NULL`,
    eq(approvalTasks.category, sql.placeholder('category')),
    eq(approvalTasks.processCategory, sql.placeholder('processCategory')),
  ),
  or(
    sql`${sql.placeholder('isEnded')} IS NULL`,
    sql`(${approvalTasks.endedAtMs} IS NOT NULL) = ${sql.placeholder('isEnded')}`,
  ),
)

const pageOfTasks = prepared((store) =>
  store.orm
    .select()
    .from(approvalTasks)
    .where(isAsked)
    .orderBy(asc(approvalTasks.createdAtMs), asc(approvalTasks.sequence))
    .limit(boundNumber('limit'))
    .offset(boundNumber('offset'))
    .prepare(),
)

const countOfTasks = prepared((store) =>
  store.orm.select({ count: sql<number>`count(*)` }).from(approvalTasks).where(isAsked).prepare(),
)

/** Tasks that started at or after an instant, oldest first, one page (E5). */
export const listTasks = (call: ServiceContext, query: ApprovalTaskQuery) => {
  const page = requestedPage(call, query.page)
  const asked = {
    isEnded: endedFor(call, query.finished),
    fromMs: query.createTimeForm,
    ...categoriesFor(call, query.category),
  }
  const rows = pageOfTasks(call.store).all({ ...asked, limit: page.size, offset: page.offset })
  const totalCount = countOfTasks(call.store).get(asked)?.count ?? 0
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
  if (countOfTasks(call.store).get(everything)?.count === 0)
    call.warn('unknown-filter-value', 'category')
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
