import { and, asc, eq, gte, or, type SQL, sql } from 'drizzle-orm'
import type { ApprovalTaskQuery } from '../../contract/requests/approval-task-query.ts'
import type { ApprovalTask } from '../../contract/resources/approval-task.ts'
import { boundNumber } from '../../db/placeholders.ts'
import { prepared, type Store } from '../../db/store.ts'
import { approvalTasks } from '../../db/tables/workspace/approvals.ts'
import { totalPages } from '../../kernel/paging.ts'
import type { ServiceContext } from '../call.ts'
import { pageFor } from '../page-request.ts'
import { countTasks } from './count-tasks.ts'

type Filter = 'finished' | 'unfinished' | 'all'

const CONDITIONS: Readonly<Record<Filter, SQL | undefined>> = {
  all: undefined,
  finished: sql`${approvalTasks.endedAtMs} IS NOT NULL`,
  unfinished: sql`${approvalTasks.endedAtMs} IS NULL`,
}

const IS_ENDED = { all: null, finished: 1, unfinished: 0 } as const

const prepareList = (store: Store, filter: Filter) => {
  const condition = and(
    gte(approvalTasks.createdAtMs, sql.placeholder('fromMs')),
    or(
      sql`${sql.placeholder('category')} IS NULL`,
      eq(approvalTasks.category, sql.placeholder('category')),
      eq(approvalTasks.processCategory, sql.placeholder('processCategory')),
    ),
    CONDITIONS[filter],
  )
  return store.orm
    .select({
      id: approvalTasks.id,
      key: approvalTasks.key,
      processName: approvalTasks.processName,
      approvalId: sql<string>`CAST(${approvalTasks.approvalId} AS TEXT)`,
      processCategory: approvalTasks.processCategory,
      category: approvalTasks.category,
      submitter: approvalTasks.submitter,
      assignee: approvalTasks.assignee,
      createTime: sql<number>`${approvalTasks.createdAtMs}`,
      endTime: approvalTasks.endedAtMs,
      approvalStatus: approvalTasks.status,
    })
    .from(approvalTasks)
    .where(condition)
    .orderBy(asc(approvalTasks.createdAtMs), asc(approvalTasks.sequence))
    .limit(boundNumber('limit'))
    .offset(boundNumber('offset'))
    .prepare()
}

const lists: Readonly<Record<Filter, (store: Store) => ReturnType<typeof prepareList>>> = {
  all: prepared((store) => prepareList(store, 'all')),
  finished: prepared((store) => prepareList(store, 'finished')),
  unfinished: prepared((store) => prepareList(store, 'unfinished')),
}

/** Tasks that started at or after an instant, oldest first, one page (E5). */
export const listTasks = (call: ServiceContext, query: ApprovalTaskQuery) => {
  const page = pageFor(call, query.page)
  const filter = filterOf(call, query.finished)
  const parameters = { fromMs: query.createTimeForm, ...categoriesOf(call, query.category) }
  const totalCount = countTasks(call.store, { ...parameters, isEnded: IS_ENDED[filter] })
  const records: ApprovalTask[] = lists[filter](call.store).all({
    ...parameters,
    limit: page.size,
    offset: page.offset,
  })
  if (records.length === 0) call.outcome('empty-list')
  else if (page.number > 1) call.outcome('further-page')
  if (records.some(({ endTime }) => endTime !== null)) call.outcome('ended-task')
  return {
    pageNum: page.number,
    pageSize: page.size,
    totalCount,
    totalPage: totalPages(totalCount, page.size),
    records,
  }
}

const filterOf = (call: ServiceContext, finished: boolean | undefined): Filter => {
  if (finished === undefined) return call.variant('A-5-1') === 'both' ? 'all' : 'unfinished'
  return finished ? 'finished' : 'unfinished'
}

/** What the category of a request is compared with (A-5-3); null compares with nothing. */
const categoriesOf = (call: ServiceContext, asked: string | undefined) => {
  if (asked === undefined) return { category: null, processCategory: null }
  const variant = call.variant('A-5-3')
  return {
    category: variant === 'ignored' ? null : asked,
    processCategory: variant === 'either' ? asked : null,
  }
}
